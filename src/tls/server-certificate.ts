import { hostname, networkInterfaces } from 'node:os';
import { acmeFiles } from '../config/acme-files.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { AcmeCertificate, readIssued } from './acme/acme-certificate.ts';
import { CertificateFiles } from './certificate-files.ts';
import { OwnAuthority } from './own-authority.ts';

/** Certificate and key in PEM. */
export interface ServerFiles {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/** The certificate of the HTTPS server: of files that a site renews, by ACME, or of a CA of the gateway's own. */
export interface ServerCertificate {
  /** The CA that clients have to trust; null: a site's own, or a public one. */
  readonly authority: Pick<OwnAuthority, 'fingerprint' | 'pem'> | null;
  /** The certificate that the gateway orders; null: it does not order one. */
  readonly acme: AcmeCertificate | null;
  /** Returns the certificate if it is another one than before. @throws Error naming a file that cannot be used */
  readIfChanged(): Promise<ServerFiles | null>;
}

type Context = Pick<Gateway, 'config' | 'clock'>;

/** @throws Error naming the file if the CA of the gateway is damaged */
export function openServerCertificate(
  gateway: Context & Pick<Gateway, 'log' | 'metrics'>,
): ServerCertificate {
  const { certificate, acme } = gateway.config.http.tls;
  const served = openServedCertificate(gateway);
  if (certificate !== '' || acme.directory === '') return { ...served, acme: null };
  return { ...served, acme: new AcmeCertificate(gateway) };
}

/**
 * Opens the certificate of HTTPS for another TLS server, which does not order certificates.
 *
 * @throws Error naming the file if the CA of the gateway is damaged
 */
export function openServedCertificate(gateway: Context): Omit<ServerCertificate, 'acme'> {
  const { http, data_dir } = gateway.config;
  if (http.tls.certificate !== '') {
    const files = filesOf(http.tls);
    return { authority: null, readIfChanged: () => files.readIfChanged() };
  }
  const own = ownCertificate(gateway);
  if (http.tls.acme.directory === '') return own;
  const { certificate } = acmeFiles(data_dir);
  const issued = filesOf({ certificate, key: certificate });
  // Until the first certificate is issued, clients are served with a certificate that they do not trust.
  const readIfChanged = () =>
    readIssued({ certificate }) === null ? own.readIfChanged() : issued.readIfChanged();
  return { authority: null, readIfChanged };
}

function filesOf({ certificate, key }: { certificate: string; key: string }): CertificateFiles {
  return new CertificateFiles({ certificate, key, ca: '', crl: '' });
}

function ownCertificate({ config, clock }: Context) {
  const { http, data_dir } = config;
  const authority = new OwnAuthority(data_dir);
  let former = '';
  const readIfChanged = () => {
    const served = http.tls.names.length > 0 ? http.tls.names : ownNames(http.public_url);
    const issued = authority.certificateFor(served, clock.now());
    const isChanged = issued.cert !== former;
    former = issued.cert;
    return Promise.resolve(isChanged ? issued : null);
  };
  return { authority, readIfChanged };
}

/** Returns the names and addresses that clients use for this machine. */
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
