import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { Fault } from '../../contract/errors.ts';
import { trustOf, type CertificateRule } from '../../runtime/http-client.ts';
import { connectionFault } from './faults.ts';

/** A server and how its identity is checked. */
export interface HttpPeer {
  /** Name and address for messages. */
  readonly label: string;
  /** IP literal that is connected to. */
  readonly host: string;
  /** Name or address that the server is known by: in the header Host, and in its certificate. */
  readonly serverName: string;
  readonly port: number;
  readonly tls: 'pin' | 'verify' | 'off';
  readonly ca?: string;
  readonly allowsOldTls: boolean;
  readonly connectTimeoutMs: number;
  /**
   * Checks the certificate with `tls: pin` before anything is sent. Takes its SHA-256 fingerprint as openssl prints it:
   * hexadecimal octets with colons.
   */
  readonly checkCertificate: (fingerprint: string) => Promise<boolean>;
  /** The only fingerprint that the check accepts, where that is known: the session of another is not used. */
  readonly pin?: string;
}

/** A connection, and the fingerprint of its certificate if that was pinned. */
interface OpenSocket {
  readonly socket: Socket;
  readonly fingerprint: string | null;
}

/**
 * Connects to a server and checks its certificate. Only the handshake has been sent before the check.
 *
 * @throws Fault `unreachable`, `timeout`, `garbled` without TLS; `refused` if the certificate is not accepted
 */
export async function openSocket(peer: HttpPeer): Promise<OpenSocket> {
  const socket = peer.tls === 'off' ? connect(peer.port, peer.host) : connectSecurely(peer);
  socket.setNoDelay(true);
  try {
    await connected(socket, peer);
    const fingerprint = peer.tls === 'pin' ? fingerprintOf(socket) : null;
    if (peer.tls === 'pin') await checkPin(fingerprint, peer);
    return { socket, fingerprint };
  } catch (error) {
    socket.destroy();
    throw connectionFault(error, peer.label);
  }
}

/** Returns the fingerprint of the certificate of a connection; null without TLS. */
function fingerprintOf(socket: Socket): string | null {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  return certificate?.fingerprint256 ?? null;
}

/** @throws Fault `refused` if the certificate is not the recorded one */
export async function checkPin(fingerprint: string | null, peer: HttpPeer): Promise<void> {
  if (fingerprint !== null && (await peer.checkCertificate(fingerprint))) return;
  throw new Fault(
    'refused',
    `${peer.label}: the certificate is not the recorded one, seen: ${fingerprint ?? 'no certificate'}; set tls_fingerprint to it, or to null, if the change is yours`,
  );
}

function connectSecurely(peer: HttpPeer): TLSSocket {
  return connectTls({
    host: peer.host,
    port: peer.port,
    ...(isIP(peer.serverName) === 0 && { servername: peer.serverName }),
    ...trustOf(ruleOf(peer)),
    ...(peer.allowsOldTls && { minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' }),
    ALPNProtocols: ['http/1.1'],
  });
}

/** A pinned certificate is compared as a whole instead. */
function ruleOf({ tls, ca }: HttpPeer): CertificateRule {
  if (tls !== 'verify') return 'unchecked';
  return ca === undefined ? 'public' : { ca };
}

function connected(socket: Socket, peer: HttpPeer): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const late = `${peer.label}: no connection within ${peer.connectTimeoutMs / 1000} s`;
      reject(new Fault('timeout', late));
    }, peer.connectTimeoutMs);
    const end = (error?: Error) => {
      clearTimeout(timer);
      if (error === undefined) resolve();
      else reject(error);
    };
    socket.once(peer.tls === 'off' ? 'connect' : 'secureConnect', () => {
      end();
    });
    socket.once('close', () => {
      end(new Fault('unreachable', `${peer.label} closed the connection`));
    });
    // Kept for the life of the socket: an error without a listener ends the process.
    socket.on('error', end);
  });
}
