import { Gauge } from 'prom-client';
import { AccessPointResolver } from '../../aaa/client/access-point-resolver.ts';
import { WifiKeys } from '../../aaa/key/wifi-keys.ts';
import type { AccountingRecord } from '../../aaa/session/accounting-record.ts';
import { SessionRecorder } from '../../aaa/session/session-recorder.ts';
import { UserSources } from '../../aaa/source/user-sources.ts';
import { LoginCopy } from '../../aaa/standby/login-copy.ts';
import { changingTables, tablesOfCopy } from '../../aaa/standby/login-tables.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { WakeUp } from '../../runtime/periodic-task.ts';
import { createCopyFile } from '../../store/standby/copy-file.ts';
import { StandbyStore } from '../../store/standby/standby-store.ts';
import { openPreparedFile } from '../../store/sqlite/sqlite-store.ts';
import { copyFile } from '../../store/spool-file.ts';
import type { Attempt } from '../auth/access-decision.ts';

/** The copy of this gateway, by which logins are decided while the server is away. */
export interface Standby {
  /** The gateway as logins see it: its store is the server, or the copy while the server is away. */
  readonly gateway: Gateway;
  readonly store: StandbyStore;
  readonly attempt: Attempt;
  readonly tasks: readonly PeriodicTask[];
  /** Adds accounting that the server has not got yet to the copy. Never rejects. */
  record(record: AccountingRecord): Promise<void>;
  /** When the copy was last complete, in milliseconds since 1970; null: it was not yet. */
  readonly copiedAt: number | null;
  close(): Promise<void>;
}

interface StandbyOptions {
  /** True while accounting waits that the server has not got. */
  readonly isHolding: () => boolean;
}

const msOfHour = 3_600_000;
const returnMs = 1_000;
const changesMs = 2_000;
/** Between two passes over everything: at least this, and ten times as long as a pass takes. */
const restMs = 10_000;
const restOfPass = 10;

/** Creates the copy of the store that logins need, and what keeps it. @throws Error if its file cannot be written */
export async function openStandby(
  gateway: Gateway,
  { isHolding }: StandbyOptions,
): Promise<Standby> {
  const { config, store: main, log, now, clock } = gateway;
  const file = copyFile(config.data_dir);
  await createCopyFile(file, tablesOfCopy);
  const copy = openPreparedFile(file, {
    report: (message, error) => {
      log.error({ err: error }, `copy of the store: ${message}`);
    },
  });
  const maxAgeMs = config.radius.spool.hours * msOfHour;
  const rows = new LoginCopy({
    main,
    copy,
    now,
    mayWrite: (): boolean => !store.isAway && !isHolding(),
  });
  const store = new StandbyStore({
    main,
    copy,
    isUsable: (): boolean => rows.copiedAt !== null && now().getTime() - rows.copiedAt < maxAgeMs,
    onChange: (isAway, err) => {
      if (isAway) log.warn({ err }, 'RADIUS: the store is away; the last copy decides over logins');
      else log.info('RADIUS: the store decides over logins again');
    },
  });
  const sessions = new SessionRecorder(copy, new AccessPointResolver(copy, clock));
  const changed = new WakeUp(clock);
  gateway.changes.subscribe(changingTables, () => {
    changed.trigger();
    return Promise.resolve();
  });
  const logins = loginGateway(gateway, store);
  const standby = {
    gateway: logins,
    store,
    attempt: <T>(work: () => Promise<T>) => store.attempt(work),
    get copiedAt() {
      return rows.copiedAt;
    },
    tasks: [returnTask(store, isHolding), copyTask(rows), changesTask(rows, changed)],
    async record(record: AccountingRecord) {
      store.leave(new Fault('unavailable', 'accounting waits for the store'));
      await sessions.record(record).catch((error: unknown) => {
        log.error({ err: error }, 'RADIUS: accounting is not in the copy of the store');
      });
    },
    close() {
      logins.userSources.close();
      return store.close();
    },
  };
  measure(gateway, standby);
  return standby;
}

/** Passwords, attempts and patterns are shared; Wi-Fi keys and directories are those of the same store. */
function loginGateway(gateway: Gateway, store: StandbyStore): Gateway {
  const { vault, clock, log } = gateway;
  return {
    ...gateway,
    store,
    logins: { ...gateway.logins, store },
    wifiKeys: new WifiKeys({ store, vault, clock }),
    userSources: new UserSources({ store, vault, clock, log }),
  };
}

/** Quotas are right again once the server has what was used meanwhile. */
function returnTask(store: StandbyStore, isHolding: () => boolean): PeriodicTask {
  return {
    name: 'return to the store',
    intervalMs: returnMs,
    failureMessage: 'RADIUS: the store is away; retrying each second',
    run: async () => {
      if (!isHolding()) await store.returnToMain();
      return undefined;
    },
  };
}

function copyTask(rows: LoginCopy): PeriodicTask {
  return {
    name: 'copy of the store',
    intervalMs: restMs,
    failureMessage: 'RADIUS: cannot copy what logins need of the store; retrying in 10 s',
    run: async (signal) => {
      const began = performance.now();
      await rows.copyAll(signal);
      return Math.max(restMs, restOfPass * (performance.now() - began));
    },
  };
}

/** @param wakeUp  triggered by the changes of this gateway */
function changesTask(rows: LoginCopy, wakeUp: WakeUp): PeriodicTask {
  return {
    name: 'changes for the copy of the store',
    intervalMs: changesMs,
    initialDelayMs: changesMs,
    wakeUp,
    failureMessage: 'RADIUS: cannot copy changes of the store; retrying in 2 s',
    run: async () => {
      if (rows.copiedAt !== null) await rows.copyChanges();
      return undefined;
    },
  };
}

function measure(
  { metrics, now }: Pick<Gateway, 'metrics' | 'now'>,
  standby: Pick<Standby, 'store' | 'copiedAt'>,
): void {
  const registers = [metrics];
  new Gauge({
    name: 'gatehouse_login_copy_age_seconds',
    help: 'Age of the copy that decides over logins while the database is away; NaN: there is none yet',
    registers,
    collect() {
      const at = standby.copiedAt;
      this.set(at === null ? NaN : (now().getTime() - at) / 1000);
    },
  });
  new Gauge({
    name: 'gatehouse_login_copy_in_use',
    help: '1 while the copy decides over logins, else 0',
    registers,
    collect() {
      this.set(standby.store.isAway ? 1 : 0);
    },
  });
}
