import { Fault } from '../../contract/errors.ts';
import { validateAgainst } from '../../contract/schema.ts';
import { optionsOf } from '../../device-type/device-type.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { HttpLoginTarget } from '../../protocol/http/authorization.ts';
import { HttpPool } from '../../protocol/http/pool.ts';
import { tryJson } from '../../protocol/http/reply.ts';
import { httpOptionsSchema, type HttpOptions } from '../../protocol/http/schema.ts';
import type { HttpPeer } from '../../protocol/http/socket.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';
import type { Ask, ControllerAccount } from './controller-client.ts';

interface Place {
  readonly account: ControllerAccount;
  /** The IP address of the host of the URL, which is connected to. */
  readonly address: string;
  /** SHA-256 fingerprint of the certificate, which is then not checked otherwise. */
  readonly certificate_sha256: string | null;
  readonly signal: AbortSignal;
}

/** Sessions at controllers that are devices as well: how they log in, and what their errors are, is data of their type. */
export class ControllerSessions {
  readonly #types: Gateway['deviceTypes'];
  readonly #pool = new HttpPool();

  constructor(types: Gateway['deviceTypes']) {
    this.#types = types;
  }

  /** @throws Fault `unsupported` without the type; the Faults of `Ask` */
  async use<T>(shortName: string, place: Place, work: (ask: Ask) => Promise<T>): Promise<T> {
    const type = this.#types.get(shortName);
    if (!type)
      throw new Fault('unsupported', `there is no device type "${shortName}" to log in by`);
    const options = validateAgainst<HttpOptions>(
      httpOptionsSchema,
      optionsOf(type, 'http'),
      'options',
    );
    return this.#pool.use(targetOf(options, place), (session) =>
      work(async (request, values) => {
        const sending = { values: new Map(Object.entries(values)), isOnce: false };
        const { body } = await session.request(request, { signal: place.signal, ...sending });
        return tryJson(body);
      }),
    );
  }
}

function targetOf(options: HttpOptions, place: Place): HttpLoginTarget {
  const { url, username, password } = place.account;
  return {
    peer: peerOf(new URL(url), options, place),
    options: { ...options, base_path: new URL(url).pathname.replace(/\/+$/, '') },
    credentials: username === null ? { token: password } : { username, password },
  };
}

function peerOf(url: URL, options: HttpOptions, { address, certificate_sha256 }: Place): HttpPeer {
  const isSecure = url.protocol === 'https:';
  const pin = octetsOf(certificate_sha256 ?? '');
  return {
    label: url.origin,
    host: address,
    serverName: hostOfUrl(url),
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    tls: isSecure ? (pin === '' ? 'verify' : 'pin') : 'off',
    pin,
    allowsOldTls: false,
    connectTimeoutMs: options.connect_timeout * 1000,
    checkCertificate(seen) {
      if (octetsOf(seen) === pin) return Promise.resolve(true);
      const text = `${url.origin} has another certificate than certificate_sha256 says, seen: ${seen}`;
      return Promise.reject(new Fault('refused', text));
    },
  };
}

const octetsOf = (fingerprint: string) => fingerprint.replaceAll(':', '').toUpperCase();
