import { existsSync, readFileSync } from 'node:fs';
import {
  acmeFiles,
  certificateFiles,
  httpsCertificateFile,
  readAcmeState,
} from '../../config/acme-files.ts';
import type { Config } from '../../config/load-config.ts';
import { failed, ok, skipped, warning, type Found } from '../../contract/finding.ts';
import { readCertificateTerm } from '../../tls/certificate-term.ts';
import type { Check } from './check.ts';

/** Certificates are valid for some time; a certificate by ACME is renewed. */
export const certificateCheck: Check = {
  name: 'certificates',
  run: ({ config }) => {
    const isIssued = config.http.tls.acme.directory !== '';
    const issued = isIssued ? httpsCertificateFile(config) : '';
    const files = certificateFiles(config).filter((file) => file !== issued);
    if (files.length === 0 && !isIssued)
      return [skipped('no certificate is configured: plain HTTP and plain RADIUS only')];
    return [...files.map(examineFile), ...(isIssued ? [examineIssued(config)] : [])];
  },
};

function examineFile(file: string): Found {
  const { seen, daysLeft: days, isEndingSoon } = termOf(file);
  if (days < 0) return failed(`${seen}: it has expired`, 'renew it', { days });
  return isEndingSoon ? warning(`${seen}: ${days} days`, 'renew it', { days }) : ok(seen, { days });
}

/** The gateway renews it when a third of its time is left. */
function examineIssued({ data_dir }: Config): Found {
  const { failures, error, next_at } = readAcmeState(data_dir);
  const file = acmeFiles(data_dir).certificate;
  const failure = `orders by ACME fail (${failures} in a row): ${error ?? ''}`;
  const advice = `remove the cause; the next order is at ${next_at ?? 'once'}, or after SIGHUP`;
  if (!existsSync(file))
    return failures > 0
      ? failed(failure, advice)
      : skipped('ACME has not issued a certificate yet');
  const { seen, daysLeft, shareLeft } = termOf(file);
  const evidence = { days: daysLeft };
  if (daysLeft < 0) return failed(`${seen}: it has expired; ${failure}`, advice, evidence);
  if (failures > 0) return warning(`${seen}; ${failure}`, advice, evidence);
  return shareLeft < 1 / 4
    ? warning(`${seen}, and is not renewed`, 'start the gateway', evidence)
    : ok(seen, evidence);
}

function termOf(file: string) {
  const term = readCertificateTerm(readFileSync(file), new Date());
  return { seen: `${file} is valid until ${term.validTo.toISOString().slice(0, 10)}`, ...term };
}
