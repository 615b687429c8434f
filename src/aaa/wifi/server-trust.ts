import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { OwnAuthority } from '../../tls/own-authority.ts';
import { certificatesIn } from '../../tls/pem.ts';
import { findPublicAuthority } from '../../tls/public-trust.ts';
import type { TrustedServer } from './profile/profile.ts';

/** What a network says of its server; null: what the gateway knows of itself. */
interface ServerFields {
  readonly server_name: string | null;
  readonly trusted_ca: string | null;
}

/**
 * Returns the name and the CAs by which devices check the server of a network.
 *
 * @throws Fault `conflict` if the network has to name them, since the certificate of the gateway does not
 */
export async function findTrustedServer(
  { config }: Pick<Gateway, 'config'>,
  { server_name: name, trusted_ca: ca }: ServerFields,
): Promise<TrustedServer> {
  const given = ca === null ? null : parse(ca);
  if (name !== null && given) return { name, authorities: given };
  const own = await readOwn(config);
  const found = { name: name ?? own.name, authorities: given ?? own.authorities };
  if (found.name === null)
    throw new Fault('conflict', 'The network has to have server_name: the certificate has none.');
  if (found.authorities.length === 0)
    throw new Fault(
      'conflict',
      'The network has to have trusted_ca: the file of radius.eap.certificate has no CA.',
    );
  return { name: found.name, authorities: found.authorities };
}

interface OwnServer {
  readonly name: string | null;
  readonly authorities: readonly X509Certificate[];
}

async function readOwn({ data_dir, radius }: Gateway['config']): Promise<OwnServer> {
  const { certificate, server_name: configured } = radius.eap;
  if (certificate === '') {
    const name = configured === '' ? hostname() : configured;
    return { name, authorities: [new OwnAuthority(data_dir).certificate] };
  }
  const text = await readFile(certificate, 'utf8');
  const chain = parse(text);
  const [server] = chain;
  return { name: server ? nameOf(server) : null, authorities: authoritiesOf(chain) };
}

function parse(pem: string): readonly X509Certificate[] {
  return certificatesIn(pem).map((one) => new X509Certificate(one));
}

/** Returns the first host name of a certificate. */
function nameOf({ subjectAltName = '' }: X509Certificate): string | null {
  const name = subjectAltName.split(', ').find((one) => one.startsWith('DNS:'));
  return name?.slice('DNS:'.length) ?? null;
}

/** Returns the root of a chain: its last certificate, or the public CA that has signed that. */
function authoritiesOf(chain: readonly X509Certificate[]): readonly X509Certificate[] {
  const top = chain.at(-1);
  if (!top) return [];
  if (top.checkIssued(top)) return [top];
  const root = findPublicAuthority(top);
  if (root) return [root];
  return top.ca ? [top] : [];
}
