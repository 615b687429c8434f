import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reportFindings, type FindingReport } from '../../contract/finding.ts';
import {
  apiCertificate,
  apiOrigin,
  ask as askGateway,
  type OwnGateway,
} from '../../own-gateway/own-gateway.ts';
import { parseJsonColumn } from '../../store/store.ts';
import type { SiteStep } from './site-report.ts';

/* `gatehouse doctor DEVICE`: asks the running gateway of this machine for a site doctor, and prints it. */

export interface DoctorArguments {
  /** Name of a device, or its id. */
  readonly device: string;
  /** File of the token; default: the first administrator's token. */
  readonly token?: string;
  /** Page of the Internet that is asked for. */
  readonly url?: string;
}

interface Report {
  readonly verdict: string;
  readonly steps: readonly SiteStep[];
}

const waitSeconds = 30;
const queryIntervalMs = 2000;
const maxQueries = 60;

const isUnfinished = ({ status }: Reply) => status === 'scheduled' || status === 'running';

/**
 * Examines a device and its site.
 *
 * @throws Error without an answer of the gateway, or with its refusal
 */
export async function examineSite(
  config: OwnGateway,
  { device, token = join(config.data_dir, 'admin-token'), url }: DoctorArguments,
): Promise<FindingReport> {
  const named = /^\d+$/.test(device) ? { parent_id: Number(device) } : { parent__name: device };
  const body = JSON.stringify({ ...named, ...(url !== undefined && { url }) });
  const secret = readFileSync(token, 'utf8').trim();
  const ask = (method: string, path: string, sent = '') =>
    send(config, { method, path, body: sent, token: secret });
  let reply = await ask('POST', `inventory_site_doctor/?wait=${waitSeconds}`, body);
  for (let left = maxQueries; left > 0 && isUnfinished(reply); left -= 1) {
    await sleep(queryIntervalMs);
    reply = await ask('GET', `inventory_transaction/${reply.id}/`);
  }
  const { status, results, error_message } = reply;
  if (!results) throw new Error(`the examination is ${status}: ${error_message ?? 'ask again'}`);
  return reportSite(results);
}

interface Reply {
  readonly id: string;
  readonly status: string;
  readonly results: Report | null;
  readonly error_message: string | null;
}

/** Reports the steps, and below them the verdict on the site. */
function reportSite({ steps, verdict }: Report): FindingReport {
  const findings = steps.map(({ step, state, verdict: seen }) => ({
    check: step,
    state,
    seen,
    advice: '',
  }));
  const { isHealthy, text } = reportFindings(findings, { json: false });
  return { isHealthy, text: `${text}\n\n${verdict}` };
}

interface Sent {
  readonly method: string;
  /** Below the device-control API. */
  readonly path: string;
  readonly body: string;
  readonly token: string;
}

/** @throws Error with the text of a reply that is no success */
async function send(config: OwnGateway, { path, ...sent }: Sent): Promise<Reply> {
  const { status, body } = await askGateway({
    url: `${apiOrigin(config)}/control/api/v1/${path}`,
    timeoutMs: (waitSeconds + 10) * 1000,
    trusted: apiCertificate(config),
    ...sent,
  });
  if (Math.floor(status / 100) !== 2) throw new Error(`the gateway refuses: ${body}`);
  return parseJsonColumn<Reply>(body);
}
