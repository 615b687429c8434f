import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { validateAgainst } from '../contract/schema.ts';
import type { Config } from './config-schema.ts';
import { tlsSections } from './tls-files.ts';

/* The files of a certificate that was issued by ACME, below the data directory. */

/** Returns their paths. */
export function acmeFiles(dataDir: string) {
  const path = (name: string) => join(dataDir, 'tls', name);
  return {
    /** Key and certificate with its chain. */
    certificate: path('acme.pem'),
    accountKey: path('acme-account.key'),
    state: path('acme-state.json'),
  };
}

const stateSchema = Type.Object({
  failures: Type.Integer({ minimum: 0, description: 'since the last order that succeeded' }),
  next_at: Type.Union([Type.String(), Type.Null()], {
    description: 'earliest time of the next order',
  }),
  error: Type.Union([Type.String(), Type.Null()], { description: 'reason of the last failure' }),
  issued_by: Type.Optional(Type.String({ description: 'directory of the CA of the certificate' })),
});

export type AcmeState = Static<typeof stateSchema>;

/** Returns the order state; an empty state if the file is missing or damaged. */
export function readAcmeState(dataDir: string): AcmeState {
  const file = acmeFiles(dataDir).state;
  try {
    return validateAgainst<AcmeState>(stateSchema, JSON.parse(readFileSync(file, 'utf8')), file);
  } catch {
    return { failures: 0, next_at: null, error: null };
  }
}

/** Returns the file with the certificate of HTTPS: from the site, from ACME, or from the gateway's own CA. */
export function httpsCertificateFile({
  http,
  data_dir,
}: Pick<Config, 'http' | 'data_dir'>): string {
  const { certificate, acme } = http.tls;
  if (certificate !== '') return certificate;
  const issued = acmeFiles(data_dir).certificate;
  return acme.directory !== '' && existsSync(issued) ? issued : join(data_dir, 'tls', 'ca.pem');
}

/** Lists the certificates that the gateway shows, and the CAs of its peers. */
export function certificateFiles(
  config: Pick<
    Config,
    'http' | 'data_dir' | 'portal' | 'radius' | 'smtp' | 'syslog' | 'syslog_listener'
  >,
): readonly string[] {
  const https = config.http.tls.enabled ? httpsCertificateFile(config) : '';
  const own = Object.values(tlsSections(config)).flatMap((tls) => [
    tls.certificate,
    'ca' in tls ? tls.ca : '',
  ]);
  const all = [...own, eapCertificateFile(config), config.smtp.ca, https];
  return [...new Set(all)].filter((file) => file !== '');
}

/** Returns the file with the certificate of EAP: from the site, or from the gateway's own CA; empty: EAP is off. */
function eapCertificateFile({ radius, data_dir }: Pick<Config, 'radius' | 'data_dir'>): string {
  const { enabled, certificate } = radius.eap;
  const issued = join(data_dir, 'tls', 'eap.pem');
  if (!enabled || certificate !== '') return certificate;
  return existsSync(issued) ? issued : '';
}
