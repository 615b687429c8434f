import { createHmac } from 'node:crypto';
import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { resolveDestination } from '../../inventory/device/device-address.ts';
import { sendRequest, type OutgoingRequest } from '../../runtime/http-client.ts';
import type { Secret } from '../../contract/secret.ts';
import { writeCall, type WebhookNotice } from './webhook-template.ts';
import { webhookHost } from './webhook.ts';

/**
 * Calls a webhook. Its address is checked like the address of a device, at each attempt; redirects are not followed.
 *
 * @throws Fault if it does not answer with a status from 200 to 299
 */
export async function callWebhook(
  gateway: Gateway,
  { webhook, notice }: { readonly webhook: number | null; readonly notice: WebhookNotice },
  signal: AbortSignal,
): Promise<void> {
  const found = await gateway.store.db
    .selectFrom('webhook')
    .select(['organization', 'url', 'secret', 'template'])
    .where('id', '=', webhook)
    .executeTakeFirst();
  if (!found) throw new Fault('not_found', 'the webhook was deleted');
  const { organization, url, template } = found;
  const address = await resolveDestination(gateway.store, { organization, host: webhookHost(url) });
  const secret = gateway.vault.open(found.secret, 'webhook.secret');
  const call = writeCall(template, url, notice);
  const { body } = call;
  const seconds = Math.floor(gateway.now().getTime() / 1000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Gatehouse',
    'gatehouse-event': notice.id,
    ...(template === 'gatehouse' && {
      'gatehouse-signature': `t=${seconds},v1=${signatureOf(secret, seconds, body)}`,
    }),
  };
  const asked = { method: 'POST', url: withSecret(call.url, secret), address };
  const status = await post({ ...asked, headers, body, signal });
  if (status < 200 || status > 299)
    throw new Fault('refused', `${new URL(url).origin} answered ${status}`);
}

/** Returns why a call has failed. */
export function reasonOf(error: unknown): string {
  return asFault(error)?.message ?? (error instanceof Error ? error.message : 'failed');
}

/** Puts the secret where the URL has `{secret}`, so that a service whose URL is its password is not shown in a reply. */
function withSecret(url: string, secret: Secret): string {
  return url.replaceAll(/\{secret\}|%7Bsecret%7D/g, () => encodeURI(secret.reveal()));
}

/** Returns the signature of a body: HMAC-SHA256 over the time, a dot and the body, in hexadecimal. */
export function signatureOf(secret: Secret, seconds: number, body: string): string {
  return createHmac('sha256', secret.reveal()).update(`${seconds}.${body}`).digest('hex');
}

/** Sends a request and returns the status; the body of the reply is not read. */
async function post(asked: OutgoingRequest): Promise<number> {
  try {
    const reply = await sendRequest(asked);
    reply.destroy();
    return reply.statusCode ?? 0;
  } catch (error) {
    const { origin } = new URL(asked.url);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault('unreachable', `${origin} cannot be reached: ${reason}`, { cause: error });
  }
}
