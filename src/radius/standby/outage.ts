import {
  writeKeptDecisions,
  type DecisionKeeper,
  type DecisionRow,
} from '../../aaa/policy/decision-log.ts';
import type { AccountingRecord } from '../../aaa/session/accounting-record.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import type { PartFigures } from '../../gateway/module.ts';
import { hasSpool } from '../../store/spool-file.ts';
import { firstOwnId } from '../../store/standby/copied-table.ts';
import type { Store } from '../../store/store.ts';
import type { AccountingSpool, RecordAgain } from '../acct/accounting-spool.ts';
import type { OpenedSpool } from '../acct/open-spool.ts';
import type { Attempt } from '../auth/access-decision.ts';
import type { Standby } from './open-standby.ts';

/** What of RADIUS goes on while the store is away. */
export interface Outage {
  /** Takes accounting; null: it is not answered then. */
  readonly spool: AccountingSpool | null;
  /** The gateway as logins see it. */
  readonly logins: Gateway;
  readonly attempt: Attempt;
  /** Takes decisions over logins; null: they wait in memory. */
  readonly decisions: DecisionKeeper | null;
  /** Adds accounting that the spool has taken to what logins see. Never rejects. */
  readonly onHeld: (record: AccountingRecord) => Promise<void>;
  /** Returns the periodic tasks. @param recordPacket  records a packet that may have been recorded before */
  readonly tasks: (recordPacket: RecordAgain['packet']) => readonly PeriodicTask[];
  /** Returns what waits and how old the copy is; null: there is neither. */
  readonly figures: () => PartFigures | null;
  close(): Promise<void>;
}

/** Opens the spool and the copy of the store, as far as this gateway needs them. */
export async function openOutage(gateway: Gateway): Promise<Outage> {
  const spool = await openSpool(gateway);
  const standby = spool && (await openStandby(gateway, spool));
  return {
    spool: spool?.accounting ?? null,
    logins: standby?.gateway ?? gateway,
    attempt: standby?.attempt ?? ((work) => work()),
    decisions: spool && standby && keepDecisions(spool, standby),
    onHeld: async (record) => standby?.record(record),
    tasks: (recordPacket) => [
      ...(standby?.tasks ?? []),
      ...(spool ? [spool.accounting.replayTask(recordAgain(gateway.store, recordPacket))] : []),
    ],
    figures: () => spool && figuresOf(spool, standby, gateway.now().getTime()),
    async close() {
      await spool?.close();
      await standby?.close();
    },
  };
}

const secondsSince = (now: number, at: number | null) =>
  at === null ? null : Math.max(0, Math.round((now - at) / 1000));

function figuresOf({ content }: OpenedSpool, standby: Standby | null, now: number): PartFigures {
  const { entries, octets, oldest, setAside } = content();
  return {
    spool_entries: entries,
    spool_octets: octets,
    spool_oldest_seconds: secondsSince(now, oldest),
    spool_set_aside: setAside,
    copy_age_seconds: secondsSince(now, standby?.copiedAt ?? null),
    logins_by: standby?.store.isAway === true ? 'copy' : 'database',
  };
}

function keepDecisions({ accounting }: OpenedSpool, { store }: Standby): DecisionKeeper {
  return { isKeeping: () => store.isAway, keep: (rows) => accounting.holdDecisions(rows) };
}

function recordAgain(store: Store, packet: RecordAgain['packet']): RecordAgain {
  const decisions = (rows: readonly DecisionRow[]) =>
    writeKeptDecisions(store, rows.map(withoutUserOfCopy));
  return { packet, decisions };
}

/** A person whom a directory has let in may be a user of the copy alone. */
function withoutUserOfCopy(row: DecisionRow): DecisionRow {
  return Number(row.user) < firstOwnId ? row : { ...row, user: null };
}

/** Opens the spool of a gateway whose store is elsewhere, or that has one from before. Its code is loaded only then. */
async function openSpool(gateway: Gateway): Promise<OpenedSpool | null> {
  if (!isUsed(gateway) && !hasSpool(gateway.config.data_dir)) return null;
  const { openAccountingSpool } = await import('../acct/open-spool.ts');
  return openAccountingSpool(gateway);
}

/** Opens the copy for logins, unless no spool would take what they change. Its code is loaded only then. */
async function openStandby(gateway: Gateway, { accounting }: OpenedSpool): Promise<Standby | null> {
  if (!isUsed(gateway)) return null;
  const { openStandby: open } = await import('./open-standby.ts');
  return open(gateway, { isHolding: () => accounting.isHolding });
}

function isUsed({ config, store }: Gateway): boolean {
  return store.engine === 'postgres' && config.radius.spool.megabytes > 0;
}
