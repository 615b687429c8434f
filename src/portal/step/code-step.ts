import { randomInt } from 'node:crypto';
import { asFault, type FaultKind } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { customerKey } from '../../runtime/ip-address.ts';
import type { PortalEvent } from '../../aaa/portal-log/portal-log.ts';
import { delayGuesses } from '../login-limits.ts';
import type { SteppedKind } from '../page/portal-page.ts';
import { PortalReject } from '../portal-reject.ts';
import { findOrAddGuest, type GuestName } from './guest-account.ts';
import { findPendingLogin, insertPendingLogin, tryCode, createToken } from './pending-store.ts';
import { claimGrace, type Grace } from './grace.ts';
import {
  logStep,
  type ResumedLogin,
  type StepAnswer,
  type SteppedGuest,
  type StepKind,
  type Visitor,
} from './step-kind.ts';

/** A message with a code. */
export interface CodeMessage {
  /** The address or number. */
  readonly to: string;
  readonly code: string;
  /** The page where the code is filled in, with the token of the browser. */
  readonly link: string;
}

/** How the codes of a kind reach their guests. */
export interface CodeChannel {
  readonly kind: SteppedKind;
  /** The event of a code that was entered. */
  readonly event: PortalEvent;
  /** Reads the address or number of a form, in one spelling. @returns null: the guest cannot log in with it here */
  readonly read: (fields: Readonly<Record<string, string>>, visitor: Visitor) => string | null;
  /** The key of the error text if it cannot. */
  readonly wrong: string;
  /** Minutes on line before the code; 0: none. */
  readonly graceMinutes: (visitor: Visitor) => number;
  /** Fails if no further message may be sent now. @throws Fault `throttled` */
  readonly limit?: (gateway: Gateway, visitor: Visitor) => Promise<void>;
  /** Sends a message. @throws Fault with the reason */
  readonly send: (gateway: Gateway, visitor: Visitor, message: CodeMessage) => Promise<void>;
  /** Names of the user for lists. */
  readonly names: (subject: string) => GuestName['names'];
}

const codeDigits = 6;
const codeMinutes = 15;

/** Faults of the way to the guest: it is told so, and the operator reads the reason in the log. */
const failures: readonly FaultKind[] = [
  'unreachable',
  'timeout',
  'refused',
  'rejected',
  'garbled',
  'unsupported',
  'invalid',
  'not_found',
];

/** Returns a kind of login whose second step is a code that the guest is sent. */
export function codeStep(channel: CodeChannel): StepKind {
  return {
    begin: (gateway, visitor, fields) => begin(gateway, { channel, visitor, fields }),
    resume: (gateway, resumed) => resume(gateway, channel, resumed),
  };
}

interface FirstStep {
  readonly channel: CodeChannel;
  readonly visitor: Visitor;
  readonly fields: Readonly<Record<string, string>>;
}

async function begin(
  gateway: Gateway,
  { channel, visitor, fields }: FirstStep,
): Promise<StepAnswer> {
  const subject = channel.read(fields, visitor);
  if (subject === null) return { kind: 'problem', text: channel.wrong };
  await channel.limit?.(gateway, visitor);
  const token = createToken();
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
  const graceMinutes = channel.graceMinutes(visitor);
  const minutes = codeMinutes + graceMinutes;
  const id = await insertPendingLogin(gateway, token, {
    ...stepColumns(visitor),
    kind: channel.kind,
    subject,
    code,
    minutes,
  });
  const link = linkOf(gateway, { step: token, code });
  const { kind } = channel;
  const message = { to: subject, code, link };
  if (
    !(await sendMessage(gateway, { kind, visitor }, () => channel.send(gateway, visitor, message)))
  )
    return { kind: 'problem', text: 'message_failed' };
  const login = await findPendingLogin(gateway, token);
  if (!login) return { kind: 'problem', text: 'step_expired' };
  const grace: Grace = { id, subject, minutes: graceMinutes };
  const guest = await claimGrace(gateway, visitor, grace);
  return guest ? { kind: 'provisional', token, login, guest } : { kind: 'waits', token, login };
}

/** Returns the columns of a pending login that follow from its visitor. */
export function stepColumns(visitor: Visitor) {
  const { page, mac, ip, remoteAddress, query, language, consent } = visitor;
  const host = customerKey(remoteAddress);
  const { id, organization } = page;
  return { organization, page: id, mac, ip, host, query, language: language.code, consent };
}

/** Returns the address of the page of a login, for a message. @param part  below `/portal/`; default: the login */
export function linkOf(
  { config }: Gateway,
  parameters: Readonly<Record<string, string>>,
  part = '',
): string {
  const query = new URLSearchParams(parameters).toString();
  return `${config.portal.public_url}/portal/${part}?${query}`;
}

/**
 * Sends a message of a login, a few at a time, and logs in the portal log that it was sent, or why it could not be.
 *
 * @returns  whether it was sent
 * @throws Fault `overloaded` if too many messages wait
 */
export async function sendMessage(
  gateway: Gateway,
  { kind, visitor }: { readonly kind: SteppedKind; readonly visitor: Visitor },
  send: () => Promise<void>,
): Promise<boolean> {
  try {
    await gateway.portal.messages.run(send);
    await logStep(gateway, visitor, { type: 'ms', status: 200, detail: kind });
    return true;
  } catch (error) {
    const fault = asFault(error);
    if (!fault || !failures.includes(fault.kind)) throw error;
    const detail = `${kind}: ${fault.message}`;
    gateway.log.warn({ kind, reason: fault.message }, 'portal: a message cannot be sent');
    await logStep(gateway, visitor, { type: 'er', status: 502, detail });
    return false;
  }
}

async function resume(
  gateway: Gateway,
  channel: CodeChannel,
  { login, token, visitor, fields }: ResumedLogin,
): Promise<StepAnswer> {
  const waits = { kind: 'waits', token, login } as const;
  const code = (fields?.['code'] ?? '').replaceAll(/\D/g, '');
  if (login.state === 'waiting' && fields === null) return waits;
  const { page, mac, remoteAddress: host } = visitor;
  const origin = { page: page.id, organization: page.organization, mac, isReported: false, host };
  const result = await delayGuesses(gateway, origin, async () => {
    const tried = await tryCode(gateway, login, { token, code });
    return tried === 'right' ? tried : new PortalReject('wrong_password', tried);
  });
  const { event: type } = channel;
  if (result instanceof PortalReject) {
    await logStep(gateway, visitor, { type, status: 400, detail: `${result.message} code` });
    return { ...waits, problem: `code_${result.message}` };
  }
  const guest = await guestOf(gateway, channel, { login, visitor });
  if (guest instanceof PortalReject) return { kind: 'problem', text: 'not_allowed' };
  const { user, username } = guest;
  await logStep(gateway, visitor, { type, status: 200, detail: '', user, username });
  return { kind: 'guest', guest, login };
}

async function guestOf(
  gateway: Gateway,
  { kind, names }: CodeChannel,
  { login: { subject }, visitor: { page, language } }: Pick<ResumedLogin, 'login' | 'visitor'>,
): Promise<SteppedGuest | PortalReject> {
  const named = { ...names(subject), language: language.code };
  const found = await findOrAddGuest(gateway, { page, kind, subject, names: named });
  return found instanceof PortalReject
    ? found
    : { user: found.id, username: found.username, seconds: null };
}
