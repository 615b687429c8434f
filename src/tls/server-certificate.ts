import { hostname, networkInterfaces } from 'node:os';
import type { Config } from '../config/config-schema.ts';
import type { Clock } from '../runtime/clock.ts';
import { CertificateFiles } from './certificate-files.ts';
import { OwnAuthority } from './own-authority.ts';

/** Certificate and key in PEM. */
export interface ServerFiles {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/** The certificate of the HTTPS server: of files that a site renews, or of a CA of the gateway's own. */
export interface ServerCertificate {
  /** The CA that clients have to trust; null: a site's own. */
  readonly authority: Pick<OwnAuthority, 'fingerprint' | 'pem'> | null;
  /** Returns the certificate if it is another one than before. @throws Error naming a file that cannot be used */
  readIfChanged(): Promise<ServerFiles | null>;
}

/** @throws Error naming the file if the CA of the gateway is damaged */
export function openServerCertificate(
  { http, data_dir }: Pick<Config, 'http' | 'data_dir'>,
  { now }: Pick<Clock, 'now'>,
): ServerCertificate {
  const { certificate, key, names } = http.tls;
  if (certificate !== '') {
    const files = new CertificateFiles({ certificate, key, ca: '', crl: '' });
    return { authority: null, readIfChanged: () => files.readIfChanged() };
  }
  const authority = new OwnAuthority(data_dir);
  let former = '';
  const readIfChanged = () => {
    const served = names.length > 0 ? names : ownNames(http.public_url);
    const issued = authority.certificateFor(served, now());
    const isChanged = issued.cert !== former;
    former = issued.cert;
    return Promise.resolve(isChanged ? issued : null);
  };
  return { authority, readIfChanged };
}

/** Returns the names and addresses by which clients reach this machine. */
function ownNames(publicUrl: string): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((found) =>
    (found ?? []).map(({ address }) => address),
  );
  const url = URL.parse(publicUrl)?.hostname.replaceAll(/[[\]]/g, '');
  const names = [url, hostname(), 'localhost', ...addresses];
  const isUsable = (name: string | undefined): name is string =>
    name !== undefined && name !== '' && !name.startsWith('fe80:');
  return [...new Set(names.filter(isUsable))];
}
