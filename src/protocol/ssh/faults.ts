import type { ClientErrorExtensions } from 'ssh2';
import { Fault, type DeviceFaultKind } from '../../errors.ts';

/** What ssh2 calls the place of a failure, and what it means to the caller. */
const kindOfLevel: Readonly<Record<string, DeviceFaultKind>> = {
  'client-socket': 'unreachable',
  'client-dns': 'unreachable',
  'client-timeout': 'timeout',
  'client-authentication': 'refused',
  handshake: 'garbled',
  protocol: 'garbled',
};

/** Reasons of SSH_MSG_DISCONNECT (RFC 4253 section 11.1) that are not just a connection going away. */
const kindOfReason: Readonly<Record<number, DeviceFaultKind>> = {
  1: 'refused', // host not allowed to connect
  3: 'garbled', // key exchange failed
  5: 'garbled', // MAC error
  8: 'garbled', // protocol version not supported
  13: 'refused', // authentication cancelled by user
  14: 'refused', // no more authentication methods available
  15: 'refused', // illegal user name
};

type SshError = Error & ClientErrorExtensions & { readonly code?: unknown };

/**
 * The fault behind an error event of ssh2.
 *
 * @param place  who and where, for the message
 * @param spoke  the server has sent anything at all
 */
export function sshFault(error: SshError, place: string, spoke: boolean): Fault {
  return new Fault(kindOf(error, spoke), `${place}: ${error.message}`, { cause: error });
}

function kindOf({ level, code, message }: SshError, spoke: boolean): DeviceFaultKind {
  // A full server, or one that filters by address, hangs up without a word: it does not speak another protocol.
  if (message === 'Connection lost before handshake' && !spoke) return 'unreachable';
  if (level !== undefined) return kindOfLevel[level] ?? 'garbled';
  if (typeof code !== 'number') return 'garbled';
  // OpenSSH ends a login after too many tries with "protocol error", and says in words what it means.
  if (/authentication/i.test(message)) return 'refused';
  return kindOfReason[code] ?? 'unreachable';
}

/** The end of an operation by its signal: what the aborter says, where that is a Fault, else the deadline. */
export function abortFault(signal: AbortSignal, what: string): Fault {
  return signal.reason instanceof Fault ? signal.reason : new Fault('timeout', what);
}
