import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { errorCode, Fault } from '../../contract/errors.ts';
import { withDeadline } from '../../runtime/deadline.ts';

/** Destination of a probe. */
export interface TcpTarget {
  /** IP literal. */
  readonly address: string;
  readonly port: number;
  readonly timeoutMs: number;
}

/**
 * Opens a TCP connection and closes it.
 *
 * @returns milliseconds until it was open
 * @throws Fault `unreachable` with the reason of the system; `timeout`
 */
export async function probeTcp(target: TcpTarget, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  const socket = connectTcp(target.port, target.address);
  try {
    await waitForOpen(socket, { event: 'connect', target, signal });
    return performance.now() - startedAt;
  } finally {
    socket.destroy();
  }
}

/** A certificate of a chain. */
export interface ShownCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly names: readonly string[];
  readonly not_before: string;
  readonly not_after: string;
  readonly fingerprint: string;
}

/** The certificate and parameters that a TLS server presents. */
export interface TlsProbe {
  readonly protocol: string | null;
  readonly cipher: string;
  readonly isVerified: boolean;
  /** Why the certificate cannot be verified; null: it was. */
  readonly reason: string | null;
  /** The certificate of the server first. */
  readonly chain: readonly ShownCertificate[];
}

/**
 * Makes a TLS handshake and reads the certificates, whether they can be verified or not.
 *
 * @param serverName  host name that the certificate shall have, or an IP address
 * @throws Fault `unreachable`, `timeout`; `garbled` if the server does not speak TLS
 */
export async function probeTls(
  target: TcpTarget,
  serverName: string,
  signal: AbortSignal,
): Promise<TlsProbe> {
  const { address: host, port } = target;
  const isName = isIP(serverName) === 0;
  const socket = connectTls({
    host,
    port,
    rejectUnauthorized: false,
    ...(isName && { servername: serverName }),
  });
  try {
    await waitForOpen(socket, { event: 'secureConnect', target, signal });
    return {
      protocol: socket.getProtocol(),
      cipher: socket.getCipher().name,
      isVerified: socket.authorized,
      reason: socket.authorized ? null : String(socket.authorizationError),
      chain: chainOf(socket),
    };
  } finally {
    socket.destroy();
  }
}

interface Limits {
  readonly event: 'connect' | 'secureConnect';
  readonly target: TcpTarget;
  readonly signal: AbortSignal;
}

/** Waits until a new connection is open. @throws Fault `unreachable`, `timeout`, `garbled` */
async function waitForOpen(socket: Socket, { event, target, signal }: Limits): Promise<void> {
  const { address, port, timeoutMs } = target;
  const place = `${address} port ${port}`;
  const open = new Promise<void>((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('error', (cause) => {
      const code = errorCode(cause) ?? '';
      const kind = code.startsWith('ERR_SSL') || code === 'EPROTO' ? 'garbled' : 'unreachable';
      reject(new Fault(kind, `${place}: ${cause.message}`, { cause }));
    });
    socket.once('close', () => {
      reject(new Fault('unreachable', `${place} closed the connection`));
    });
  });
  const createFault = () => new Fault('timeout', `${place} did not answer within ${timeoutMs} ms`);
  await withDeadline({ signal, timeoutMs, createFault }, open);
}

const maxChainLength = 10;

function chainOf(socket: TLSSocket): readonly ShownCertificate[] {
  const chain: ShownCertificate[] = [];
  let certificate: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  while (certificate !== undefined && chain.length < maxChainLength) {
    chain.push(shownOf(certificate));
    const issuer: DetailedPeerCertificate | undefined = certificate.issuerCertificate;
    // A root is its own issuer.
    certificate = issuer === certificate ? undefined : issuer;
  }
  return chain;
}

function shownOf(certificate: DetailedPeerCertificate): ShownCertificate {
  const { subject, issuer, subjectaltname = '', fingerprint256 } = certificate;
  return {
    subject: textOf(subject),
    issuer: textOf(issuer),
    names: subjectaltname === '' ? [] : subjectaltname.split(', '),
    not_before: new Date(certificate.valid_from).toISOString(),
    not_after: new Date(certificate.valid_to).toISOString(),
    fingerprint: `SHA256:${fingerprint256.replaceAll(':', '')}`,
  };
}

function textOf(name: Readonly<object>): string {
  return Object.entries(name)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(', ');
}
