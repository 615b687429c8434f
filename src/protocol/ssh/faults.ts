import type { ClientErrorExtensions } from 'ssh2';
import { Fault, type DeviceFaultKind } from '../../contract/errors.ts';

/** Fault kinds by ssh2's error level. */
const kindOfLevel: Readonly<Record<string, DeviceFaultKind>> = {
  'client-socket': 'unreachable',
  'client-dns': 'unreachable',
  'client-timeout': 'timeout',
  'client-authentication': 'refused',
  handshake: 'garbled',
  protocol: 'garbled',
};

/** Fault kinds by reason code of SSH_MSG_DISCONNECT (RFC 4253 section 11.1); all others mean a lost connection. */
const kindOfReason: Readonly<Record<number, DeviceFaultKind>> = {
  1: 'refused', // host not allowed to connect
  3: 'garbled', // key exchange failed
  5: 'garbled', // MAC error
  8: 'garbled', // protocol version not supported
  13: 'refused', // authentication cancelled by user
  14: 'refused', // no more authentication methods available
  15: 'refused', // illegal user name
};

/** Fault of a request that the device has not received: no channel was open for it. */
export class UnsentFault extends Fault {}

/** Errors of ssh2 for a channel that was still to be opened when the connection ended. */
const unopened = new Set(['No response from server', 'Not connected']);

/**
 * Converts the error of ssh2 after a failed request in a channel of its own.
 *
 * @param isOpen  false if the connection has ended
 */
export function channelFault(error: Error, peerLabel: string, isOpen: boolean): Fault {
  const { message } = error;
  // ssh2 has the words of a refusal, "Unable to exec", also for a request that the end of the connection left unanswered.
  const isLost = !isOpen || unopened.has(message);
  // ssh2 reports a reason when a channel is refused, but not when a request in the channel is refused.
  const FaultOf = unopened.has(message) || 'reason' in error ? UnsentFault : Fault;
  const what = isLost ? 'closed the connection' : `opened no channel: ${message}${hintOf(error)}`;
  return new FaultOf(isLost ? 'unreachable' : 'rejected', `${peerLabel} ${what}`, { cause: error });
}

/** Returns what helps where a server refuses single commands, as many command lines of vendors do. */
function hintOf({ message }: Error): string {
  return message === 'Unable to exec'
    ? '; it may have an interactive shell only: commands of its type then have shell instead of run'
    : '';
}

/** What the first octets of other services look like. */
const otherServices: readonly (readonly [begin: RegExp, name: string])[] = [
  [/^HTTP\//, 'a web server'],
  [/^220[ -]/, 'a mail or FTP server'],
  [/^(?:\+OK|\* (?:OK|PREAUTH))/, 'a mail server'],
  [/^[\x15\x16]\x03/, 'a TLS server'],
  [/^\xff[\xfb-\xfe]/, 'a Telnet server'],
];

/**
 * Returns the fault of a server whose first octets are not SSH; null if they are SSH, or if it sent no octets. It names the kind
 * of service and does not quote it: the address is one that a tenant has chosen.
 *
 * @param peer  name or address for the message
 * @see RFC 4253 section 4.2: other lines may come before the identification
 */
export function notSshFault(peer: string, sent: Buffer): Fault | null {
  const begin = sent.toString('latin1');
  if (sent.length === 0 || /^SSH-/m.test(begin)) return null;
  const [, name = 'another service'] = otherServices.find(([is]) => is.test(begin)) ?? [];
  return new Fault('garbled', `${peer}: not an SSH server but ${name}; check the port`);
}

const loginAdvice =
  '; check username, password and private_key of the device or its connection profile';

type SshError = Error & ClientErrorExtensions & { readonly code?: unknown };

/**
 * Converts an error event of ssh2 to a fault.
 *
 * @param peerLabel    name and address for the message
 * @param hasReceived  true if the server has sent any octet
 */
export function sshFault(error: SshError, peerLabel: string, hasReceived: boolean): Fault {
  const kind = kindOf(error, hasReceived);
  const advice = kind === 'refused' ? loginAdvice : '';
  return new Fault(kind, `${peerLabel}: ${error.message}${advice}`, { cause: error });
}

function kindOf({ level, code, message }: SshError, hasReceived: boolean): DeviceFaultKind {
  // A server that is full or filters by address closes without sending anything.
  if (message === 'Connection lost before handshake' && !hasReceived) return 'unreachable';
  if (level !== undefined) return kindOfLevel[level] ?? 'garbled';
  if (typeof code !== 'number') return 'garbled';
  // OpenSSH ends a login after too many tries with "protocol error"; only the text names the reason.
  if (/authentication/i.test(message)) return 'refused';
  return kindOfReason[code] ?? 'unreachable';
}
