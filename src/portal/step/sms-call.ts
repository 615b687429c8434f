import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { resolveDestination } from '../../inventory/device/device-address.ts';
import { readWhole, sendRequest } from '../../runtime/http-client.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';
import type { PortalService } from './service-store.ts';

/** A text for a number. */
export interface TextMessage {
  readonly number: string;
  readonly text: string;
}

const timeoutMs = 15_000;
const maxReplyOctets = 65_536;
const defaultBody = '{"to": "{number}", "text": "{text}"}';

type Encode = (value: string) => string;

/** Encodes a value for a body by its media type. */
const encodings: readonly (readonly [RegExp, Encode])[] = [
  [/json/i, (value) => JSON.stringify(value).slice(1, -1)],
  [/x-www-form-urlencoded/i, (value) => encodeURIComponent(value)],
  [/xml/i, (value) => value.replaceAll(/[<>&"']/g, (found) => `&#${found.charCodeAt(0)};`)],
];

/** A call as the templates of a service write it. */
interface SmsCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: a GET. */
  readonly body?: string;
}

/** Writes the call of a service: number, text and secret are encoded for where they stand. */
function writeSmsCall(service: PortalService, { number, text }: TextMessage): SmsCall {
  const { method = 'POST', body = defaultBody } = service.settings;
  const secret = service.secret?.reveal() ?? '';
  const values = { number, text, secret };
  const url = fill(decodeBraces(service.url), values, encodeURIComponent);
  const headers = headersOf(service, secret);
  if (method === 'GET') return { method, url, headers };
  const type = headers['content-type'] ?? jsonType;
  const encode = encodings.find(([pattern]) => pattern.test(type))?.[1] ?? plain;
  const typed = { ...headers, 'content-type': type };
  return { method, url, headers: typed, body: fill(body, values, encode) };
}

const jsonType = 'application/json';

function headersOf(
  { settings: { headers = {}, username = '' } }: PortalService,
  secret: string,
): Readonly<Record<string, string>> {
  const basic = Buffer.from(`${username}:${secret}`).toString('base64');
  const written = Object.entries(headers).map(
    ([name, template]) => [name.toLowerCase(), fill(template, { secret, basic }, plain)] as const,
  );
  return { 'user-agent': 'Gatehouse', ...Object.fromEntries(written) };
}

const plain: Encode = (value) => value;

function decodeBraces(url: string): string {
  return url.replaceAll(/%7B(number|text|secret)%7D/gi, '{$1}');
}

function fill(template: string, values: Readonly<Record<string, string>>, encode: Encode): string {
  return template.replaceAll(/\{([a-z]+)\}/g, (found, name: string) =>
    name in values ? encode(values[name] ?? '') : found,
  );
}

/**
 * Has a service send a text. Its address is checked like that of a device at each call; redirects are not followed.
 *
 * @throws Fault `unreachable`, `timeout`, `unsupported` if the organization may not call it, `refused` with the status, or
 *         `rejected` if the answer lacks the expected text
 */
export async function sendSms(
  gateway: Gateway,
  service: PortalService,
  message: TextMessage,
): Promise<void> {
  const { organization, settings, name } = service;
  const call = writeSmsCall(service, message);
  const host = hostOfUrl(new URL(call.url));
  const step = { name: 'code by SMS', timeoutMs };
  await gateway.watchdog.run(step, async (signal) => {
    const address = await resolveDestination(gateway.store, { organization, host });
    const { status, text } = await ask({ ...call, address, signal });
    if (status < 200 || status > 299)
      throw new Fault('refused', `service ${name} (${host}) answered ${status}`);
    if (settings.expect !== undefined && !text.includes(settings.expect))
      throw new Fault('rejected', `service ${name} (${host}) does not say "${settings.expect}"`);
  });
}

async function ask(call: SmsCall & { readonly address: string; readonly signal: AbortSignal }) {
  try {
    const reply = await sendRequest(call);
    const text = (await readWhole(reply, maxReplyOctets)).toString('utf8');
    return { status: reply.statusCode ?? 0, text };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const { host } = new URL(call.url);
    throw new Fault('unreachable', `${host} cannot be reached: ${reason}`, { cause: error });
  }
}
