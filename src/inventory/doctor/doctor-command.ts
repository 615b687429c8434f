import { readFileSync } from 'node:fs';
import { request as startSecureRequest } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Config } from '../../config/config-schema.ts';
import { request as startRequest } from '../../runtime/node-http.ts';
import { parseJsonColumn } from '../../store/store.ts';

/* `gatehouse doctor DEVICE`: asks the running gateway of this machine for a site doctor, and prints it. */

export interface DoctorArguments {
  /** Name of a device, or its id. */
  readonly device: string;
  /** File of the token; default: that of the first administrator. */
  readonly token?: string;
  /** Page of the Internet that is asked for. */
  readonly url?: string;
}

interface Step {
  readonly step: string;
  readonly state: string;
  readonly verdict: string;
}

interface Report {
  readonly healthy: boolean;
  readonly verdict: string;
  readonly steps: readonly Step[];
}

const waitSeconds = 30;
const queryIntervalMs = 2000;
const maxQueries = 60;

const isUnfinished = ({ status }: Reply) => status === 'scheduled' || status === 'running';

/**
 * Examines a device and its site.
 *
 * @returns the findings as lines of text
 * @throws Error with the answer of the gateway if there is none, or it refuses
 */
export async function examineSite(
  config: Pick<Config, 'http' | 'data_dir'>,
  { device, token = join(config.data_dir, 'admin-token'), url }: DoctorArguments,
): Promise<{ readonly isHealthy: boolean; readonly lines: string }> {
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
  return { isHealthy: results.healthy, lines: linesOf(results) };
}

interface Reply {
  readonly id: string;
  readonly status: string;
  readonly results: Report | null;
  readonly error_message: string | null;
}

const linesOf = ({ steps, verdict }: Report) =>
  [
    ...steps.map(
      ({ step, state, verdict: found }) => `${state.padEnd(8)} ${step.padEnd(9)} ${found}`,
    ),
    '',
    verdict,
  ].join('\n');

interface Sent {
  readonly method: string;
  /** Below the device-control API. */
  readonly path: string;
  readonly body: string;
  readonly token: string;
}

/** @throws Error with the text of a reply that is no success */
async function send(
  config: Pick<Config, 'http' | 'data_dir'>,
  { body, ...sent }: Sent,
): Promise<Reply> {
  const request = createRequest(config, sent);
  request.on('timeout', () => request.destroy(new Error('the gateway does not answer')));
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject).end(body);
  });
  const answer = await text(reply);
  if (Math.floor((reply.statusCode ?? 0) / 100) !== 2)
    throw new Error(`the gateway refuses: ${answer}`);
  return parseJsonColumn<Reply>(answer);
}

function createRequest(
  { http, data_dir }: Pick<Config, 'http' | 'data_dir'>,
  { method, path, token }: Omit<Sent, 'body'>,
): ClientRequest {
  const { tls } = http;
  const options = {
    host: hostOf(http.host),
    port: tls.enabled ? tls.port : http.port,
    path: `/control/api/v1/${path}`,
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    timeout: (waitSeconds + 10) * 1000,
  };
  return tls.enabled
    ? startSecureRequest({
        ...options,
        // A site's certificate is trusted as such, without the CA that has signed it.
        allowPartialTrustChain: true,
        ca: readFileSync(tls.certificate || join(data_dir, 'tls', 'ca.pem')),
        // The certificate has the site's name, not that of the loopback address.
        checkServerIdentity: () => undefined,
      })
    : startRequest(options);
}

/** Returns the address of this machine at which a listener of all addresses answers. */
function hostOf(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
}
