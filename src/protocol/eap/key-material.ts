import type { TLSSocket } from 'node:tls';
import { eapType } from './eap-packet.ts';

/** Octets of each of the two keys that a NAS gets: the halves of the MSK (RFC 3748 section 7.10, RFC 2548 section 2.4). */
const keyOctets = 32;
/** MSK and EMSK. */
const exportedOctets = 128;

/** The keys of the link between peer and NAS. */
export interface LinkKeys {
  /** MS-MPPE-Recv-Key: octets 0 to 31 of the MSK. */
  readonly receive: Buffer;
  /** MS-MPPE-Send-Key: octets 32 to 63 of the MSK. */
  readonly send: Buffer;
  /** EAP-Key-Name: the Session-Id, 65 octets (RFC 5247 section 1.4). */
  readonly name: Buffer;
}

const randomOctets = 32;

/** The randoms of both sides, which name a session of TLS 1.2: 32 octets each. */
export interface TlsRandoms {
  readonly client: Buffer;
  readonly server: Buffer;
}

/**
 * Exports the keys of a finished conversation, and their name.
 *
 * @param type  the outer method
 * @see RFC 5216 section 2.3, RFC 5281 section 8; for TLS 1.3 RFC 9190 section 2.3 and RFC 9427 section 2
 */
export function exportLinkKeys(socket: TLSSocket, type: number, randoms: TlsRandoms): LinkKeys {
  const isNewest = socket.getProtocol() === 'TLSv1.3';
  const material = isNewest
    ? socket.exportKeyingMaterial(
        exportedOctets,
        'EXPORTER_EAP_TLS_Key_Material',
        Buffer.from([type]),
      )
    : exportWithoutContext(socket, labels[type] ?? 'client EAP encryption', exportedOctets);
  return {
    receive: material.subarray(0, keyOctets),
    send: material.subarray(keyOctets, 2 * keyOctets),
    name: Buffer.concat([
      Buffer.from([type]),
      isNewest
        ? socket.exportKeyingMaterial(
            2 * randomOctets,
            'EXPORTER_EAP_TLS_Method-Id',
            Buffer.from([type]),
          )
        : Buffer.concat([randoms.client, randoms.server]),
    ]),
  };
}

const labels: Readonly<Record<number, string>> = { [eapType.ttls]: 'ttls keying material' };

/** What Node takes: its types ask for a context. */
interface Exporting {
  exportKeyingMaterial(octets: number, label: string, context?: Buffer): Buffer;
}

/** Exports key material without a context. An empty context would be another one on TLS 1.2 (RFC 5705 section 4). */
export function exportWithoutContext(socket: Exporting, label: string, octets: number): Buffer {
  return socket.exportKeyingMaterial(octets, label);
}
