import { randomUUID } from 'node:crypto';
import { Fault } from '../../contract/errors.ts';
import type { Finding, Found } from '../../contract/finding.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Job, JobRun } from '../../gateway/job.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';
import { parseServer } from '../diagnostic/gateway-refusals.ts';
import { checkDestination } from '../device/device-address.ts';
import { findDeviceById, type StoredDevice } from '../device/find-device.ts';
import { scheduleTransaction } from '../transaction/transaction.ts';
import { examinePortal, examineRadius } from './access-steps.ts';
import type { Examination } from './examination.ts';
import {
  examineAddress,
  examineDns,
  examineInternet,
  examineLink,
  examineRouter,
} from './network-steps.ts';
import { siteReport, siteSteps } from './site-report.ts';

/* Looks for faults at a site, step by step, with a verdict for a person. */

interface DoctorRequest {
  readonly url: string;
  readonly dns_server: string;
  readonly user: number;
}

/** Schedules a site doctor of a device. @returns id of the transaction. @throws Fault `invalid` naming the key */
export async function scheduleSiteDoctor(
  gateway: Gateway,
  device: StoredDevice,
  { url, dns_server, user }: DoctorRequest,
): Promise<string> {
  const { organization } = device;
  const parsed = URL.parse(url);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    throw Fault.field('url', `${JSON.stringify(url)} is not an http or https URL.`);
  await checkDestination(gateway.store, 'url', { organization, host: hostOfUrl(parsed) });
  if (dns_server !== '')
    await checkDestination(gateway.store, 'dns_server', {
      organization,
      host: parseServer(dns_server).host,
    });
  const id = randomUUID();
  const work = { kind: 'doctor', operation: 'site_doctor' } as const;
  const parameters = { url, dns_server };
  const schedule = { runAt: null, expiresAt: null };
  await gateway.store.write(
    scheduleTransaction(gateway, { id, device, user, parameters, ...work, ...schedule }),
  );
  gateway.jobs.wake();
  return id;
}

/** The steps after `link`, in the order of a manual check. */
const steps: readonly (readonly [string, (examination: Examination) => Promise<Found>])[] = [
  ['address', examineAddress],
  ['dns', examineDns],
  ['gateway', examineRouter],
  ['radius', examineRadius],
  ['portal', examinePortal],
  ['internet', examineInternet],
];

export const doctorJob: Job<'doctor'> = {
  kind: 'doctor',
  // A silent device is a finding, not a reason to wait.
  waitsForDevice: 'never',
  async run(work: JobRun, gateway) {
    const { url: text, dns_server } = work.parameters;
    const url = new URL(String(text));
    const examination = {
      gateway,
      work,
      device: await findDeviceById(gateway.store, work.device),
      url,
      host: hostOfUrl(url),
      dnsServer: String(dns_server),
      isReachable: false,
    };
    const link = await examineLink(examination);
    const findings: Finding[] = [{ check: 'link', ...link }];
    const isReachable = link.state === 'ok' || link.state === 'warning';
    for (const [check, examine] of steps) {
      await work.saveProgress({ steps: siteSteps(findings) });
      findings.push({ check, ...(await examine({ ...examination, isReachable })) });
    }
    return siteReport(findings);
  },
};
