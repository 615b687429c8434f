import { Counter, Gauge } from 'prom-client';
import { sql } from 'kysely';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { pollNow } from '../../inventory/device/poll-interval.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { WakeUp } from '../../runtime/periodic-task.ts';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';
import { fireAlert, readFormerFlaps, resolveAlert } from './alert-change.ts';
import { decide } from './alert-decision.ts';
import type {
  AlertBehaviour,
  AlertKind,
  CollectConditions,
  Condition,
  CurrentState,
  Watched,
} from './alert-kind.ts';
import type { ActiveRule, AlertRules } from './alert-rules.ts';
import { readDevicesAndParents, type ConditionDevice } from './device-conditions.ts';
import { MeasurementAges } from './measurement-ages.ts';
import { findSuppression } from './suppression.ts';

const intervalMs = 5000;
const maxConditions = 20_000;
/** Up to this many are read on the event loop; small sites never start the read worker. */
const maxReadHere = 100;
const batchesAtATime = 50;

type Batch = readonly Statement[];

/** A condition with what decides about it. */
interface Evaluated extends Watched {
  readonly behaviour: AlertBehaviour;
}

interface Collector {
  readonly kind: AlertKind;
  readonly collect: CollectConditions;
}

/**
 * Fires and resolves alerts by the behaviour of each kind of rule. Each change claims its condition, so of several
 * gateways one makes it.
 */
export class AlertTask {
  readonly #gateway: Gateway;
  readonly #rules: AlertRules;
  readonly #collectors: readonly Collector[];
  readonly #ages = new MeasurementAges();
  readonly #wakeUp: WakeUp;
  readonly #changes: Counter<'state'>;

  /** @param id  names this gateway among the gateways on the store */
  constructor(gateway: Gateway, rules: AlertRules, id: string) {
    this.#gateway = gateway;
    this.#rules = rules;
    this.#collectors = Object.values(rules.kinds).flatMap((kind) =>
      typeof kind.alerts?.collector === 'function'
        ? [{ kind, collect: kind.alerts.collector(gateway, id) }]
        : [],
    );
    this.#wakeUp = new WakeUp(gateway.clock);
    gateway.changes.subscribe(['alert_rule'], () => rules.load());
    const registers = [gateway.metrics];
    this.#changes = new Counter({
      name: 'gatehouse_alert_changes_total',
      help: 'Alerts that this gateway has fired or resolved',
      labelNames: ['state'],
      registers,
    });
    new Gauge({
      name: 'gatehouse_alert_rules',
      help: 'Active alert rules',
      registers,
      collect() {
        this.set(rules.size);
      },
    });
  }

  get task(): PeriodicTask {
    return {
      name: 'alerts',
      intervalMs,
      wakeUp: this.#wakeUp,
      failureMessage: `alerts: cannot evaluate the rules; retrying every ${intervalMs / 1000} s`,
      run: async () => {
        await this.run();
        return undefined;
      },
    };
  }

  /** Evaluates all conditions. @throws Fault as the store does */
  async run(): Promise<void> {
    await this.#rules.load();
    await this.#resolveOrphans();
    const { store } = this.#gateway;
    const collected = await Promise.all(
      this.#collectors.map(({ kind, collect }) => collect(this.#rules.ofKind(kind), this.#rules)),
    );
    if (collected.flat().length > 0) await store.write(collected.flat());
    const conditions = await readConditions(store);
    this.#ages.keep(conditions);
    if (conditions.length > 0) await this.#evaluate(conditions);
  }

  async #evaluate(conditions: readonly Condition[]): Promise<void> {
    const ids = conditions.flatMap(({ device }) => (device === null ? [] : [device]));
    const devices = await readDevicesAndParents(this.#gateway.store, ids);
    const changes = conditions.map((condition) => () => this.#evaluateOne(condition, devices));
    while (changes.length > 0)
      await Promise.all(changes.splice(0, batchesAtATime).map((change) => this.#write(change)));
  }

  #evaluateOne(
    condition: Condition,
    devices: ReadonlyMap<number, ConditionDevice>,
  ): Promise<Batch> {
    const rule = this.#rules.find(condition.rule);
    if (rule?.spec === null) return Promise.resolve([]);
    const device = condition.device === null ? null : (devices.get(condition.device) ?? null);
    if (rule?.spec.alerts && this.#holds(rule, device))
      return this.#change({ condition, rule, device, behaviour: rule.spec.alerts }, devices);
    return Promise.resolve(this.#end(condition, 'the rule no longer holds for it'));
  }

  #holds(rule: ActiveRule, device: ConditionDevice | null): boolean {
    return device === null || this.#rules.holdsFor(rule, device);
  }

  /** Writes a batch; it has no effect if another gateway has written it first. */
  async #write(change: () => Promise<Batch>): Promise<void> {
    const batch = await change();
    if (batch.length === 0) return;
    await this.#gateway.store.write(batch).catch((error: unknown) => {
      if (asFault(error)?.kind !== 'conflict') throw error;
    });
  }

  async #change(watched: Evaluated, devices: ReadonlyMap<number, ConditionDevice>): Promise<Batch> {
    const { rule, behaviour } = watched;
    const now = this.#gateway.now().getTime();
    if (this.#hasExpired(watched))
      return this.#end(watched.condition, behaviour.expiry?.message(watched) ?? '');
    const state = currentState(watched);
    const condition = { ...watched.condition, ...state?.condition };
    const decision = decide(condition, rule, now);
    if (decision === 'resolve') return this.#end(condition, endMessage(watched, now));
    if (decision === 'forget') return this.#end(condition, '');
    if (decision === 'fire') return this.#fire({ ...watched, condition }, devices);
    return state?.isChanged === true ? [this.#keep(condition)] : [];
  }

  /**
   * True if the measurement of a condition is too old: its gateway was taken off a shared store, its device does not
   * answer, or the device has lost the interface.
   */
  #hasExpired({ condition, device, behaviour: { expiry } }: Evaluated): boolean {
    if (expiry === null || condition.clear_since !== null) return false;
    const { clock, config } = this.#gateway;
    return this.#ages.ageOf(condition, clock.monotonicMs()) >= expiry.afterMs(device, config);
  }

  async #fire(watched: Evaluated, devices: ReadonlyMap<number, ConditionDevice>): Promise<Batch> {
    const { condition, rule, device, behaviour } = watched;
    const candidate = { condition, rule, suppression: behaviour.suppression };
    const found =
      device &&
      findSuppression(this.#gateway, { ...candidate, device }, { devices, rules: this.#rules });
    if (found) {
      const { polled, ...changed } = found;
      const statements = polled.length > 0 ? [pollNow(this.#gateway, polled)] : [];
      return [
        ...statements,
        ...(changed.condition ? [this.#keep({ ...condition, ...changed.condition })] : []),
      ];
    }
    const { organization, subject, value } = condition;
    const former = { rule: rule.id, device: condition.device, subject };
    const flaps = await readFormerFlaps(this.#gateway, former);
    this.#changes.inc({ state: 'firing' });
    return fireAlert(this.#gateway, condition.key, {
      organization,
      subject,
      value,
      flaps,
      device: condition.device,
      rule: rule.id,
      rule_name: rule.name,
      kind: rule.kind,
      severity: rule.severity,
      threshold: rule.threshold,
      message: condition.message ?? behaviour.message(watched),
      started_at:
        device?.state === 'Down'
          ? (device.last_status_change ?? condition.violated_since)
          : condition.violated_since,
    });
  }

  #end(condition: Condition, message: string): Batch {
    const { alert: id, key, organization, device, subject, flaps } = condition;
    const { store } = this.#gateway;
    if (id === null)
      return [compileStatement(store.db.deleteFrom('alert_condition').where('key', '=', key))];
    this.#changes.inc({ state: 'resolved' });
    return resolveAlert(this.#gateway, { id, organization, device, subject, flaps }, message);
  }

  #keep({ key, violated_since, flaps, suppressed_by }: Condition): Statement {
    const query = this.#gateway.store.db
      .updateTable('alert_condition')
      .set({ violated_since, flaps, suppressed_by })
      .where('key', '=', key);
    return compileStatement(query);
  }

  /** Resolves alerts whose condition went with its rule or its device. */
  async #resolveOrphans(): Promise<void> {
    const { db } = this.#gateway.store;
    const orphans = await db
      .selectFrom('alert as a')
      .select(['a.id', 'a.organization', 'a.device', 'a.subject', 'a.flaps'])
      .where('a.state', '<>', 'resolved')
      .where(sql<boolean>`not exists (select 1 from alert_condition as c where c.alert = a.id)`)
      .limit(1000)
      .execute();
    for (const alert of orphans)
      await this.#write(() =>
        Promise.resolve(resolveAlert(this.#gateway, alert, 'its rule or its device was deleted')),
      );
  }
}

async function readConditions(store: Store): Promise<readonly Condition[]> {
  const query = store.db.selectFrom('alert_condition').selectAll().orderBy('violated_since');
  const some = await query.limit(maxReadHere).execute();
  return some.length < maxReadHere ? some : store.readLong(query.limit(maxConditions));
}

function currentState({ condition, device, behaviour }: Evaluated): CurrentState | null {
  return device === null || behaviour.currentState === null
    ? null
    : behaviour.currentState(condition, device);
}

/** Returns the message of an alert that is resolved. @param now  milliseconds since 1970 */
function endMessage(watched: Evaluated, now: number): string {
  const seconds = Math.round((now - watched.condition.violated_since) / 1000);
  return `${watched.behaviour.endMessage(watched)} after ${seconds} s`;
}
