import { Fault } from '../../contract/errors.ts';
import { textsAt, type XmlElement } from './xml.ts';

/** Namespace of every message of NETCONF (RFC 6241 section 3.1). */
export const netconfNamespace = 'urn:ietf:params:xml:ns:netconf:base:1.0';

export const baseCapability10 = 'urn:ietf:params:netconf:base:1.0';
export const baseCapability11 = 'urn:ietf:params:netconf:base:1.1';

/** Limit in characters of a device's text in an error message. */
const maxShown = 500;

/** Hello of a server. */
export interface ServerHello {
  readonly sessionId: number;
  readonly capabilities: readonly string[];
  /** True if messages after the hello are chunked, because the server supports base:1.1 too. */
  readonly isChunked: boolean;
}

/**
 * Parses the hello of a server.
 *
 * @throws Fault `garbled`  the message is no hello, has no session-id (RFC 6241 section 8.1), or no common version
 */
export function parseHello(message: XmlElement): ServerHello {
  if (message.name !== 'hello' || message.namespace !== netconfNamespace) {
    throw new Fault('garbled', `the session begins with <${message.name}> instead of <hello>`);
  }
  const sessionId = Number(textsAt(message, 'session-id')[0]);
  if (!Number.isInteger(sessionId) || sessionId < 1)
    throw new Fault('garbled', 'the hello has no session-id');
  const capabilities = textsAt(message, 'capabilities/capability');
  const chunked = capabilities.includes(baseCapability11);
  if (!chunked && !capabilities.includes(baseCapability10))
    throw new Fault('garbled', 'the hello names neither base:1.0 nor base:1.1');
  return { sessionId, capabilities, isChunked: chunked };
}

/** The `rejected` of a reply with errors. */
export class RpcError extends Fault {
  /** True: another session, or a command line, holds a lock (RFC 6241 appendix A). */
  readonly isLocked: boolean;

  constructor(message: string, isLocked: boolean) {
    super('rejected', message);
    this.isLocked = isLocked;
  }
}

/**
 * Returns the error of a reply with error-tag, error-message and error-path; null without an error. Junos has errors below
 * `<commit-results>` and `<load-configuration-results>`: the parser makes those children of the reply.
 *
 * @see  RFC 6241 section 4.3; an rpc-error of severity `warning` is not a failure
 */
export function rpcErrorOf(reply: XmlElement, place: string): RpcError | null {
  const errors = reply.children.filter(({ name }) => name === 'rpc-error');
  const failures = errors.filter((error) => textsAt(error, 'error-severity')[0] !== 'warning');
  if (failures.length === 0) return null;
  const text = `${place} answered ${failures.map(describe).join('; ').slice(0, maxShown)}`;
  return new RpcError(text, failures.some(isLockDenied));
}

/** Devices of before RFC 4741 have no tag for it, and say "configuration database locked by". */
function isLockDenied(error: XmlElement): boolean {
  const [tag, message] = [textsAt(error, 'error-tag')[0], textsAt(error, 'error-message')[0]];
  return tag === 'lock-denied' || tag === 'in-use' || /\blocked\b/i.test(message ?? '');
}

function describe(error: XmlElement): string {
  const first = (path: string) =>
    textsAt(error, path)
      .map((text) => text.trim())
      .find(Boolean);
  const tag = first('error-tag') ?? 'an error without error-tag';
  const message = first('error-message') ?? first('error-app-tag');
  const element = first('error-info/bad-element') ?? first('error-info/bad-attribute');
  const place = first('error-path') ?? (element === undefined ? undefined : `<${element}>`);
  const session = first('error-info/session-id');
  return [
    tag,
    message !== undefined && `: ${message}`,
    place !== undefined && ` (at ${place})`,
    session !== undefined && ` (${holderOf(session)})`,
  ]
    .filter(Boolean)
    .join('');
}

/** Returns who has a lock. @see  RFC 6241 appendix A: 0 is an entity without a NETCONF session */
function holderOf(session: string): string {
  return session === '0' ? 'held outside NETCONF' : `held by session ${session}`;
}
