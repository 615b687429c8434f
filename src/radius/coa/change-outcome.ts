import { changeTriggers } from '../../aaa/coa/authorization-change.ts';
import {
  completeChange,
  postponeChange,
  postponeClientChanges,
  scheduleChange,
  type ClaimedChange,
} from '../../aaa/coa/authorization-change-queue.ts';
import { recordClientCapability } from '../../aaa/coa/client-capability.ts';
import { asFault, type FaultKind } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { DynamicOutcome } from '../../protocol/radius/dynamic-authorization.ts';
import { errorCause, errorCauseName } from '../../protocol/radius/error-cause.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import type { AttemptResult, UnreachableClient } from './change-attempt.ts';

type Statement = ReturnType<typeof completeChange>;

const backoff = { initialMs: 30_000, maxMs: 900_000 };
const patienceMs = 24 * 3_600_000;

/** What an attempt leaves: a unit of the store, in which the change is ended, put off, or replaced by a Disconnect. */
export function outcomeStatements(
  gateway: Gateway,
  change: ClaimedChange,
  outcome: AttemptResult,
): readonly Statement[] {
  if (!outcome)
    return [
      completeChange(gateway, change, {
        status: 'canceled',
        error_message: 'The session has ended.',
      }),
    ];
  if (outcome.outcome === 'unreachable') return absence(gateway, change, outcome);
  if (outcome.outcome === 'no_answer') return silence(gateway, change, outcome);
  const { outcome: status, errorCause: cause, ms } = outcome;
  const named = {
    error_cause: cause,
    error_cause_name: cause === null ? null : errorCauseName(cause),
  };
  const ended = completeChange(gateway, change, {
    status,
    ms,
    tries: change.tries + outcome.tries,
    ...named,
  });
  const isRefused = status === 'refused';
  const habit = outcome.isSingleNas ? habitOf(isRefused, cause) : null;
  return [
    ended,
    ...(habit === null
      ? []
      : [
          recordClientCapability(gateway.store, {
            client: change.client,
            kind: kindOf(change),
            accepts: habit,
          }),
        ]),
    ...(isRefused && cause !== errorCause.sessionContextNotFound ? fallBack(gateway, change) : []),
  ];
}

/**
 * What could not even be asked. What the gateway wants by itself is tried again, or, where its attributes fit into no
 * CoA, becomes a Disconnect.
 */
export function failureStatements(
  gateway: Gateway,
  change: ClaimedChange,
  error: unknown,
): readonly Statement[] {
  const fault = asFault(error);
  const isFinal = fault?.kind === 'invalid' || fault?.kind === 'conflict';
  if (!isFinal && !isOver(gateway, change)) return [putOff(gateway, change, {})];
  const [error_code, error_message] = fault
    ? [fault.kind, wordsOf(fault)]
    : ['internal', 'internal error; the log has the details'];
  const ended = completeChange(gateway, change, { status: 'failed', error_code, error_message });
  return fault?.kind === 'invalid' ? [ended, ...fallBack(gateway, change)] : [ended];
}

function wordsOf({ fields, message }: NonNullable<ReturnType<typeof asFault>>): string {
  return (
    Object.values(fields ?? {})
      .flat()
      .join(' ') || message
  );
}

function silence(
  gateway: Gateway,
  change: ClaimedChange,
  { tries, ms }: DynamicOutcome,
): readonly Statement[] {
  const known = { ms, tries: change.tries + tries };
  return [
    triedInVain(gateway, change, { status: 'no_answer', known }),
    pauseOf(gateway, change, {}),
  ];
}

/** The same where the client is not there to be asked: of a network of NASes, only the one that was meant is not. */
function absence(
  gateway: Gateway,
  change: ClaimedChange,
  { message, isSingleNas }: UnreachableClient & { readonly isSingleNas: boolean },
) {
  const known = { error_code: 'unreachable' satisfies FaultKind, error_message: message };
  const again = triedInVain(gateway, change, { status: 'failed', known });
  return isSingleNas ? [again, pauseOf(gateway, change, known)] : [again];
}

interface Vain {
  readonly status: 'no_answer' | 'failed';
  readonly known: Known;
}

/** Whoever asked is told at once; what the gateway wants by itself it goes on trying for a day. */
function triedInVain(gateway: Gateway, change: ClaimedChange, { status, known }: Vain): Statement {
  return isOver(gateway, change)
    ? completeChange(gateway, change, { status, ...known })
    : putOff(gateway, change, known);
}

function isOver(gateway: Gateway, change: ClaimedChange): boolean {
  return change.trigger === 'api' || isOld(gateway, change);
}

function pauseOf(
  gateway: Gateway,
  { client }: ClaimedChange,
  known: Pick<Known, 'error_code' | 'error_message'>,
): Statement {
  return postponeClientChanges(gateway, {
    client,
    until: gateway.now().getTime() + backoff.initialMs,
    ...known,
  });
}

function isOld({ now }: Gateway, { created }: ClaimedChange): boolean {
  return now().getTime() - created > patienceMs;
}

type Known = Partial<Pick<ClaimedChange, 'ms' | 'tries' | 'error_code' | 'error_message'>>;

function putOff(gateway: Gateway, change: ClaimedChange, known: Known): Statement {
  const delayMs = Math.round(backoffDelay(Math.max(1, change.attempts), backoff));
  return postponeChange(gateway, change, { at: gateway.now().getTime() + delayMs, ...known });
}

const neverCauses: readonly (number | null)[] = [
  ...[
    errorCause.unsupportedService,
    errorCause.unsupportedExtension,
    errorCause.administrativelyProhibited,
  ],
];
const otherwiseCauses: readonly (number | null)[] = [
  errorCause.sessionContextNotFound,
  errorCause.sessionContextNotRemovable,
];

/** What an answer tells of the next one: `no` where the client takes no such request at all; null: nothing. */
function habitOf(isRefused: boolean, cause: number | null): 'yes' | 'no' | null {
  if (!isRefused || otherwiseCauses.includes(cause)) return 'yes';
  return neverCauses.includes(cause) ? 'no' : null;
}

/** A CoA that the gateway wanted by itself and that was refused: the session is ended, and its next login gets what is granted now. */
function fallBack(gateway: Gateway, change: ClaimedChange): readonly Statement[] {
  const { kind, trigger, reason, session, organization, client, user, username } = change;
  const ownTrigger = changeTriggers.find((known) => known === trigger && known !== 'api');
  if (kind !== 'coa' || ownTrigger === undefined || session === null) return [];
  const who = { session, organization, client, user, username, requestedBy: null };
  return [
    scheduleChange(gateway, {
      ...who,
      kind: 'disconnect',
      trigger: ownTrigger,
      reason,
      attributes: [],
    }),
  ];
}

function kindOf({ kind }: ClaimedChange): 'coa' | 'disconnect' {
  return kind === 'coa' ? 'coa' : 'disconnect';
}
