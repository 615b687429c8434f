import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Fault } from '../contract/errors.ts';
import { withDeadline } from '../runtime/deadline.ts';

/** IP address of a host as a literal. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

// RFC 1123 section 2.1, and the underscore that real networks use; no leading hyphen, so that a name is never an option.
const hostName =
  /^(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,62}))*\.?$/;

const loopbackName = /^(.+\.)?localhost\.?$/i;

/** Returns whether a host is a name of this machine's loopback address (RFC 6761 section 6.3). */
export function isLoopbackName(host: string): boolean {
  return loopbackName.test(host);
}

/**
 * Resolves a host by the resolver of this machine, hosts file included. The name `localhost` is 127.0.0.1 also where the
 * hosts file has `::1` for it, as on Debian: a server on this machine often listens on IPv4 only.
 *
 * @param host   IP literal, returned as it is, or host name
 * @param limit  the caller's deadline, and the time limit of the lookup
 * @throws       Fault `unreachable` if the host is invalid or unknown; `timeout`
 */
export async function resolveHost(
  host: string,
  limit: { readonly signal?: AbortSignal; readonly timeoutMs: number },
): Promise<ResolvedAddress> {
  const family = isIP(host);
  if (family !== 0) return { address: host, family: family === 4 ? 4 : 6 };
  if (!hostName.test(host))
    throw new Fault(
      'unreachable',
      `${JSON.stringify(host)} is neither an IP address nor a host name`,
    );
  const createFault = () => new Fault('timeout', `the lookup of host name "${host}" took too long`);
  const found = await withDeadline({ ...limit, createFault }, lookUp(host));
  return { address: found.address, family: found.family === 4 ? 4 : 6 };
}

async function lookUp(host: string) {
  try {
    return await lookup(host, isLoopbackName(host) ? { family: 4 } : {});
  } catch (cause) {
    throw new Fault('unreachable', `host name "${host}" does not resolve`, { cause });
  }
}
