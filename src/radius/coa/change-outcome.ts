import { changeTriggers } from '../../aaa/coa/authorization-change.ts';
import {
  completeChange,
  postponeChange,
  postponeClientChanges,
  scheduleChange,
  type ClaimedChange,
} from '../../aaa/coa/authorization-change-queue.ts';
import { recordClientCapability } from '../../aaa/coa/client-capability.ts';
import { asFault, type FaultKind } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { DynamicOutcome } from '../../protocol/radius/dynamic-authorization.ts';
import { errorCause, errorCauseName } from '../../protocol/radius/error-cause.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import type { AttemptResult, UnreachableClient } from './change-attempt.ts';

type Statement = ReturnType<typeof completeChange>;
type Reply = DynamicOutcome & { readonly isSingleNas: boolean; readonly sentTo?: string };

const backoff = { initialMs: 30_000, maxMs: 900_000 };
const retryPeriodMs = 24 * 3_600_000;

/** Returns the statements that record an attempt: the change is completed, postponed, or replaced by a Disconnect. */
export function outcomeStatements(
  gateway: Gateway,
  change: ClaimedChange,
  result: AttemptResult,
): readonly Statement[] {
  if (!result)
    return [
      completeChange(gateway, change, {
        status: 'canceled',
        error_message: 'The session has ended.',
      }),
    ];
  if (result.outcome === 'unreachable') return unreachableStatements(gateway, change, result);
  if (result.outcome === 'no_answer') return timeoutStatements(gateway, change, result);
  return replyStatements(gateway, change, result);
}

/**
 * Returns the statements that record a request that could not be sent. Changes of the gateway itself are retried, or become
 * a Disconnect if their attributes cannot be sent in a CoA.
 */
export function failureStatements(
  gateway: Gateway,
  change: ClaimedChange,
  error: unknown,
): readonly Statement[] {
  const fault = asFault(error);
  const isFinal = fault?.kind === 'invalid' || fault?.kind === 'conflict';
  if (!isFinal && !isLastAttempt(gateway, change)) return [retryLater(gateway, change, {})];
  const [error_code, error_message] = fault
    ? [fault.kind, errorMessage(fault)]
    : ['internal', 'internal error; see the log'];
  const completed = completeChange(gateway, change, {
    status: 'failed',
    error_code,
    error_message,
  });
  return fault?.kind === 'invalid'
    ? [completed, ...disconnectInstead(gateway, change)]
    : [completed];
}

function errorMessage({ fields, message }: NonNullable<ReturnType<typeof asFault>>): string {
  return (
    Object.values(fields ?? {})
      .flat()
      .join(' ') || message
  );
}

function replyStatements(
  gateway: Gateway,
  change: ClaimedChange,
  { outcome, errorCause: cause, ms, tries, isSingleNas }: Reply,
): readonly Statement[] {
  const isRefused = outcome === 'refused';
  const completed = completeChange(gateway, change, {
    status: outcome,
    ms,
    tries: change.tries + tries,
    error_cause: cause,
    error_cause_name: cause === null ? null : errorCauseName(cause),
  });
  const accepts = isSingleNas ? capabilityFrom(isRefused, cause) : null;
  return [
    completed,
    ...(accepts === null ? [] : [capabilityStatement(gateway, change, accepts)]),
    ...(isRefused && cause !== errorCause.sessionContextNotFound
      ? disconnectInstead(gateway, change)
      : []),
  ];
}

function timeoutStatements(
  gateway: Gateway,
  change: ClaimedChange,
  { tries, ms, sentTo }: Reply,
): readonly Statement[] {
  const message = sentTo === undefined ? {} : { error_message: noAnswerText(sentTo) };
  const known = { ms, tries: change.tries + tries, ...message };
  return [
    retryOrComplete(gateway, change, { status: 'no_answer', known }),
    postponeOthers(gateway, change, message),
  ];
}

function noAnswerText(sentTo: string): string {
  return (
    `${sentTo} did not answer. It is the address of the session's AAA client: a NAS must accept CoA there ` +
    '(`coa_port` of the client, its firewall, the same secret); if it is a RADIUS proxy that forwards no CoA, register ' +
    'the NAS behind it as an AAA client of its own.'
  );
}

/** Returns the statements for a client that is not connected. In a network of NASes the others may be, so they are not postponed. */
function unreachableStatements(
  gateway: Gateway,
  change: ClaimedChange,
  { message, isSingleNas }: UnreachableClient & { readonly isSingleNas: boolean },
): readonly Statement[] {
  const known = { error_code: 'unreachable' satisfies FaultKind, error_message: message };
  const retry = retryOrComplete(gateway, change, { status: 'failed', known });
  return isSingleNas ? [retry, postponeOthers(gateway, change, known)] : [retry];
}

interface FailedAttempt {
  readonly status: 'no_answer' | 'failed';
  readonly known: AttemptFields;
}

function retryOrComplete(
  gateway: Gateway,
  change: ClaimedChange,
  { status, known }: FailedAttempt,
): Statement {
  return isLastAttempt(gateway, change)
    ? completeChange(gateway, change, { status, ...known })
    : retryLater(gateway, change, known);
}

/** True if a change is not retried: its caller waits for the outcome, or it has been retried for a day. */
function isLastAttempt({ trustedClock }: Gateway, { trigger, created }: ClaimedChange): boolean {
  return trigger === 'api' || trustedClock.ageOf(created) > retryPeriodMs;
}

function postponeOthers(
  gateway: Gateway,
  { client }: ClaimedChange,
  known: Pick<AttemptFields, 'error_code' | 'error_message'>,
): Statement {
  return postponeClientChanges(gateway, {
    client,
    until: gateway.now().getTime() + backoff.initialMs,
    ...known,
  });
}

type AttemptFields = Partial<Pick<ClaimedChange, 'ms' | 'tries' | 'error_code' | 'error_message'>>;

function retryLater(gateway: Gateway, change: ClaimedChange, known: AttemptFields): Statement {
  const delayMs = Math.round(backoffDelay(Math.max(1, change.attempts), backoff));
  return postponeChange(gateway, change, { at: gateway.now().getTime() + delayMs, ...known });
}

/** Error-Causes of a client that does not support the kind of request. */
const unsupportedCauses: readonly (number | null)[] = [
  errorCause.unsupportedService,
  errorCause.unsupportedExtension,
  errorCause.administrativelyProhibited,
];
/** Error-Causes of a client that supports the kind of request and refuses this one. */
const sessionCauses: readonly (number | null)[] = [
  errorCause.sessionContextNotFound,
  errorCause.sessionContextNotRemovable,
];

/** Derives from a reply if the client supports this kind of request; null: the reply does not show it. */
function capabilityFrom(isRefused: boolean, cause: number | null): 'yes' | 'no' | null {
  if (!isRefused || sessionCauses.includes(cause)) return 'yes';
  return unsupportedCauses.includes(cause) ? 'no' : null;
}

function capabilityStatement(
  gateway: Gateway,
  { client, kind }: ClaimedChange,
  accepts: 'yes' | 'no',
): Statement {
  return recordClientCapability(gateway.store, {
    client,
    kind: kind === 'coa' ? 'coa' : 'disconnect',
    accepts,
  });
}

/** Schedules a Disconnect in place of a refused CoA of the gateway itself: the next login gets the current grant. */
function disconnectInstead(gateway: Gateway, change: ClaimedChange): readonly Statement[] {
  const { kind, trigger, reason, session, organization, client, user, username } = change;
  const ownTrigger = changeTriggers.find((known) => known === trigger && known !== 'api');
  if (kind !== 'coa' || ownTrigger === undefined || session === null) return [];
  return [
    scheduleChange(gateway, {
      session,
      organization,
      client,
      user,
      username,
      requestedBy: null,
      kind: 'disconnect',
      trigger: ownTrigger,
      reason,
      attributes: [],
    }),
  ];
}
