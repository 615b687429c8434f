import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { httpsCertificateFile } from '../config/acme-files.ts';
import type { Config } from '../config/config-schema.ts';
import { runWithin } from '../runtime/deadline.ts';
import { sendRequest, type CertificateRule } from '../runtime/http-client.ts';
import { withBrackets } from '../runtime/ip-address.ts';
import { readStart } from '../runtime/node-http.ts';

/* How the commands on a machine ask the gateway that runs there. */

/** Configuration of the gateway that is asked. */
export type OwnGateway = Pick<Config, 'http' | 'data_dir'>;

/** A request for `ask`. */
export interface Asked {
  readonly url: string;
  readonly timeoutMs: number;
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: string;
  /** Token of the API. */
  readonly token?: string;
  /** File with a certificate of this gateway, which is trusted, whatever its name, instead of the known CAs. */
  readonly trusted?: string;
  /** Octets of the body that are read; default: `maxBodyOctets`. */
  readonly maxOctets?: number;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  /** At most `maxOctets` of the request; the rest is not read. */
  readonly body: string;
}

const maxBodyOctets = 1_048_576;

/** Returns an address of this machine for a listener, also for a listener on all addresses. */
export function ownAddress(host: string): string {
  // A listener on `::` takes IPv4 as well, and a client of RADIUS is this machine by 127.0.0.1.
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}

/** Returns the address of the gateway without TLS, which serves probes, and guests where the portal has no listener. */
export function plainOrigin({ http }: Pick<Config, 'http'>): string {
  return `http://${inUrl(http.host)}:${http.port}`;
}

/** Returns the address of the gateway for requests with a token. */
export function apiOrigin(config: OwnGateway): string {
  const { host, tls } = config.http;
  return tls.enabled ? `https://${inUrl(host)}:${tls.port}` : plainOrigin(config);
}

/** Returns the file with the certificate of `apiOrigin`. */
export function apiCertificate(config: OwnGateway): string {
  return httpsCertificateFile(config);
}

/** Returns the address of the gateway for guests: of the portal's own listener, if it has one. */
export function guestOrigin({ http, portal }: Pick<Config, 'http' | 'portal'>): string {
  const { enabled, host, port, tls } = portal.listener;
  if (!enabled) return plainOrigin({ http });
  return `${tls.certificate === '' ? 'http' : 'https'}://${inUrl(host)}:${port}`;
}

const inUrl = (host: string): string => withBrackets(ownAddress(host));

/** Sends a request; a redirect is not followed. @throws Error if there is no answer in time */
export function ask({ url, timeoutMs, body = '', ...asked }: Asked): Promise<Answer> {
  return runWithin({ timeoutMs }, async (signal) => {
    const { method = 'GET', token, trusted, maxOctets = maxBodyOctets } = asked;
    const reply = await sendRequest({
      method,
      url,
      signal,
      keepsConnection: true,
      ...(body !== '' && { body }),
      ...(trusted !== undefined && url.startsWith('https:') && { certificate: ruleOf(trusted) }),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== '' && { 'content-type': 'application/json' }),
      },
    });
    return {
      status: reply.statusCode ?? 0,
      type: reply.headers['content-type'] ?? '',
      body: (await readStart(reply, maxOctets)).toString('utf8'),
    };
  });
}

/** Trusts the first certificate of a file: the CA that has signed it may follow, and has signed certificates of others. */
function ruleOf(file: string): CertificateRule {
  return { certificate: new X509Certificate(readFileSync(file)).toString() };
}

/** Reads JSON; null if it is not JSON. */
export function parseAnswer(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
