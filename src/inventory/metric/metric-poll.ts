import type { DeviceType } from '../../device-type/device-type.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway, StoreAndClock } from '../../gateway/gateway.ts';
import type { JobRun, RunStep } from '../../gateway/job.ts';
import type { Statement, StatementResult } from '../../store/store.ts';
import { resolveConnection, type Connection } from '../device/connection.ts';
import {
  answeredState,
  keepStatus,
  protocolError,
  updateDeviceStatus,
  type Reachability,
} from '../device/device-status.ts';
import { findDeviceById, type StoredDevice } from '../device/find-device.ts';
import type { DueDevice } from './due-devices.ts';
import { leftOutEntries } from './metric-log-entries.ts';
import { resultStatements } from './metric-results.ts';
import { nextTurn } from '../device/poll-interval.ts';
import { readParameters } from '../device/parameter.ts';
import type { PollPings } from './poll-pings.ts';
import {
  answersPingOnly,
  downMsOf,
  learnPing,
  reachabilityByPing,
  staysDown,
} from './poll-reachability.ts';
import { oncePer } from '../../runtime/cache.ts';

/**
 * Polls a device: reads the parameters of its metrics, or any one if its type has no metrics, and stores results and status
 * in one transaction. A device that does not answer by its protocol is down; one without parameters is up while it answers
 * pings. The next poll is due at the device's next turn after the end of this one. A device that has been down for long is
 * pinged first, if it has ever answered.
 *
 * @param poll.runStep  runs the exchange with the device, which ends early when the signal aborts
 * @param poll.pings  pings several devices at a time; without it each is pinged by itself
 * @returns  number of turns of the device that have passed since this poll was due
 */
export async function pollDevice(
  gateway: Gateway,
  { id, dueAt }: DueDevice,
  { signal, ...poll }: Pick<JobRun, 'signal' | 'runStep'> & Poll,
): Promise<number> {
  const device = await findDeviceById(gateway.store, id);
  const startedAt = gateway.now().getTime();
  const { statements, logged, takenAt, reachability } = await readMetrics(gateway, device, poll);
  if (signal.aborted) return 0; // the result is no evidence about the device
  const isSilent = !reachability.isUp && reachability.isSilent;
  const intervalSeconds = device.poll_seconds;
  const endedAt = gateway.now().getTime();
  const schedule = { id, intervalSeconds, downMs: isSilent ? downMsOf(device, endedAt) : 0 };
  const nextPollAt = nextTurn(schedule, endedAt);
  const found = { ...reachability, at: takenAt ?? endedAt, nextPollAt, startedAt };
  // A silent device is polled less often on purpose: only a late begin counts.
  const lateMs = (isSilent ? startedAt : endedAt) - dueAt;
  const missedTurns = Math.max(0, Math.floor(lateMs / (intervalSeconds * 1000)));
  // Not awaited here: hundreds of polls wait for their commit, and each would keep all that it has read until then.
  const writing = writePoll(gateway, device, { statements, found });
  return endPoll(gateway, device, { writing, logged, missedTurns, reachability, poll });
}

/** Writes the results of a poll with the status of the device, which is mostly as it was. */
async function writePoll(
  gateway: StoreAndClock,
  device: StoredDevice,
  {
    statements,
    found,
  }: { readonly statements: readonly Statement[]; readonly found: Reachability },
): Promise<readonly StatementResult[]> {
  const { store } = gateway;
  const write = (status: readonly Statement[]) =>
    store.write([...statements, ...status], { mayWait: true });
  const changeStatus = () => write(updateDeviceStatus(gateway, device, found));
  const kept = keepStatus(gateway, device, found);
  if (kept === null) return changeStatus();
  try {
    return await write([kept]);
  } catch (error) {
    // Something else has changed the state of the device since it was read.
    if (asFault(error)?.kind !== 'conflict') throw error;
    return changeStatus();
  }
}

/** The part of a poll that is needed while its results are written. */
interface Ended extends Pick<PollResult, 'logged' | 'reachability'> {
  readonly writing: Promise<readonly StatementResult[]>;
  readonly missedTurns: number;
  readonly poll: Poll;
}

/**
 * Counts results that are not in the log. Whether the device answers pings is found out at its first contact and, if it did not,
 * whenever it comes back.
 */
async function endPoll(
  gateway: Gateway,
  device: StoredDevice,
  { writing, logged, missedTurns, reachability, poll }: Ended,
): Promise<number> {
  const written = await writing;
  if (logged)
    poll.leftOut?.inc(leftOutEntries(logged.entries, written.slice(0, logged.statements)));
  const { answers_ping } = device;
  const isKnown = answers_ping === 1 || (answers_ping === 0 && device.status === 1);
  if (reachability.isUp && poll.pings && !isKnown)
    await gateway.store.write([await learnPing(gateway, device, poll)]);
  return missedTurns;
}

interface Poll {
  readonly runStep: RunStep;
  readonly pings?: PollPings;
  /** Counts interfaces beyond the limit of a device. */
  readonly omitted?: { inc(count: number): void };
  /** Counts entries of the metric log that there was no place for. */
  readonly leftOut?: { inc(count: number): void } | undefined;
}

interface PollResult {
  readonly statements: readonly Statement[];
  /** Counts of log entries and statements of `resultStatements`; absent without readings. */
  readonly logged?: { readonly entries: number; readonly statements: number } | undefined;
  /** Time of the entries and of the contact; absent without readings. */
  readonly takenAt?: number | undefined;
  readonly reachability: Reachability;
}

async function readMetrics(
  gateway: Gateway,
  device: StoredDevice,
  poll: Poll,
): Promise<PollResult> {
  const { runStep } = poll;
  const timeoutMs = gateway.config.polling.timeout_seconds * 1000;
  let connection: Connection | null = null;
  try {
    connection = await resolveConnection(gateway, device);
    const resolved = connection;
    const kept = device.silent_contacts > 0 ? await staysDown(gateway, device, poll) : null;
    if (kept !== null) return { statements: [], reachability: kept };
    const { variables, protocols } = planOf(connection.type);
    if (variables.length === 0)
      return { statements: [], reachability: await reachabilityByPing(gateway, device, poll) };
    const readings = await runStep({ name: 'poll', timeoutMs }, (signal) =>
      readParameters(gateway, resolved, { variables, signal }),
    );
    const results = await resultStatements(gateway, connection, readings);
    poll.omitted?.inc(results.omittedInterfaces);
    return {
      ...results,
      reachability: answeredState(device, connection.silent, protocols),
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const failed = { connection, runStep, timeoutMs };
    const other = await reachabilityByOther(gateway, failed, error);
    const reachability =
      other ?? (await reachabilityWithout(gateway, device, { connection, poll, fault: error }));
    return { statements: [], reachability };
  }
}

function unreached({ kind, isUntried, message }: Fault): Reachability & { readonly isUp: false } {
  return {
    isUp: false,
    reason: `${isUntried ? 'unsupported' : kind}: ${message}`,
    isSilent: kind === 'timeout' || kind === 'unreachable',
  };
}

interface Failed {
  readonly connection: Connection | null;
  readonly poll: Poll;
  readonly fault: Fault;
}

/**
 * Returns the state of a device that could not be read. One whose SNMP agent does not answer is pinged: an agent is silent on
 * a wrong community (RFC 3584), and so is a host without an agent. A device that answers pings is not away.
 */
async function reachabilityWithout(
  gateway: Gateway,
  device: StoredDevice,
  { connection, poll, fault }: Failed,
): Promise<Reachability> {
  const state = unreached(fault);
  const protocols = connection ? planOf(connection.type).protocols : [];
  if (fault.kind !== 'timeout' || !protocols.includes('snmp')) return state;
  const byPing = await reachabilityByPing(gateway, device, poll).catch((error: unknown) => {
    if (asFault(error) === null) throw error;
    return null;
  });
  return byPing?.isUp === true ? { ...state, reason: state.reason + answersPingOnly } : state;
}

/** The parameters that each poll of a type reads (of its metrics, or else the first one), and their protocols. */
interface PollPlan {
  readonly variables: readonly string[];
  readonly protocols: readonly string[];
}

const planOf = oncePer((type: DeviceType): PollPlan => {
  const ofMetrics = type.metrics.map(({ parameter }) => parameter);
  const any = type.parameters.slice(0, 1).map(({ variable_name }) => variable_name);
  const polled = new Set(ofMetrics.length > 0 ? ofMetrics : any);
  const protocols = type.parameters
    .filter(({ variable_name }) => polled.has(variable_name))
    .map(({ protocol }) => protocol ?? type.connection.protocol);
  return { variables: [...polled], protocols: [...new Set(protocols)] };
});

/**
 * Tries the other protocol of a type whose metrics cannot be read: a device that answers by one of them is up, and its
 * `last_error` names the failed one. A device that refuses the login is misconfigured. Returns null without another protocol,
 * or if that is silent too.
 */
async function reachabilityByOther(
  gateway: Gateway,
  poll: { connection: Connection | null; runStep: RunStep; timeoutMs: number },
  fault: Fault,
): Promise<Reachability | null> {
  const { connection, runStep, timeoutMs } = poll;
  if (connection?.type.collection === undefined) return null;
  const { type } = connection;
  const polled = planOf(type).protocols;
  const first = type.parameters.find(
    ({ protocol = type.connection.protocol }) => !polled.includes(protocol),
  );
  if (first === undefined) return null;
  const variables = [first.variable_name];
  try {
    await runStep({ name: 'contact', timeoutMs }, (signal) =>
      readParameters(gateway, connection, { variables, signal }),
    );
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // It answers, but not us.
    return error.kind === 'refused' ? unreached(error) : null;
  }
  return { isUp: true, lastError: protocolError(polled[0] ?? type.connection.protocol, fault) };
}
