import { createHmac } from 'node:crypto';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { resolveDestination } from '../../inventory/device/device-address.ts';
import { request as httpRequest } from '../../runtime/node-http.ts';
import type { Secret } from '../../contract/secret.ts';
import type { AlertNotice } from './delivery-task.ts';
import { hostOf } from './webhook.ts';

/**
 * Calls a webhook. Its address is checked as that of a device is, at each attempt; redirects are not followed.
 *
 * @throws Fault if it does not answer with a status from 200 to 299
 */
export async function callWebhook(
  gateway: Gateway,
  { webhook, notice }: { readonly webhook: number | null; readonly notice: AlertNotice },
  signal: AbortSignal,
): Promise<void> {
  const found = await gateway.store.db
    .selectFrom('webhook')
    .select(['organization', 'url', 'secret'])
    .where('id', '=', webhook)
    .executeTakeFirst();
  if (!found) throw new Fault('not_found', 'the webhook was deleted');
  const { organization, url } = found;
  const address = await resolveDestination(gateway, { organization, host: hostOf(url) });
  const secret = gateway.vault.open(found.secret, 'webhook.secret');
  const body = JSON.stringify(notice);
  const seconds = Math.floor(gateway.now().getTime() / 1000);
  const status = await post(
    { url, address, body, signal },
    {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Gatehouse',
      'gatehouse-event': notice.id,
      'gatehouse-signature': `t=${seconds},v1=${signatureOf(secret, seconds, body)}`,
    },
  );
  if (status < 200 || status > 299)
    throw new Fault('refused', `${new URL(url).origin} answered ${status}`);
}

/** Returns the signature of a body: HMAC-SHA256 over the time, a dot and the body, in hexadecimal. */
export function signatureOf(secret: Secret, seconds: number, body: string): string {
  return createHmac('sha256', secret.reveal()).update(`${seconds}.${body}`).digest('hex');
}

interface Post {
  readonly url: string;
  readonly address: string;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Posts to the address that was checked, and returns the status; the body of the reply is not read. */
function post(
  { url, address, body, signal }: Post,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const family = isIP(address);
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        headers,
        lookup: (_host, { all }, found) => {
          if (all === true) found(null, [{ address, family }]);
          else found(null, address, family);
        },
      },
      (reply) => {
        resolve(reply.statusCode ?? 0);
        reply.destroy();
      },
    );
    request.on('error', (error) => {
      const { origin } = new URL(url);
      reject(
        new Fault('unreachable', `${origin} cannot be reached: ${error.message}`, { cause: error }),
      );
    });
    request.end(body);
  });
}
