import { customFetch, type CustomFetchOptions, type HttpRequestOptions } from 'oauth4webapi';
import type { Gateway } from '../../gateway/gateway.ts';
import { resolveDestination } from '../../inventory/device/device-address.ts';
import { faultOfCall, readWhole, sendRequest } from '../../runtime/http-client.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';
import type { PortalService } from '../step/service-store.ts';

const maxReplyOctets = 262_144;

type Method = 'GET' | 'POST';
type Body = URLSearchParams | undefined;

/**
 * Returns the options of all calls to an issuer: the host of each is checked like the address of a device, replies are limited in
 * size, and redirects are not followed. The caller limits the time by the signal.
 */
export function callOptions(
  gateway: Pick<Gateway, 'store'>,
  { organization }: Pick<PortalService, 'organization'>,
  signal: AbortSignal,
) {
  const call = (target: string, asked: CustomFetchOptions<Method, Body>) =>
    send(gateway, { organization, target, asked, signal });
  return {
    signal,
    [customFetch]: call,
  } satisfies HttpRequestOptions<Method, Body>;
}

interface Call {
  readonly organization: number;
  readonly target: string;
  readonly asked: CustomFetchOptions<Method, Body>;
  readonly signal: AbortSignal;
}

async function send(
  { store }: Pick<Gateway, 'store'>,
  { organization, target, asked: { method, headers, body }, signal }: Call,
): Promise<Response> {
  const host = hostOfUrl(new URL(target));
  const address = await resolveDestination(store, { organization, host });
  try {
    const reply = await sendRequest({
      method,
      url: target,
      address,
      signal,
      headers: { ...headers, 'user-agent': 'Gatehouse' },
      body: body?.toString(),
    });
    const octets = await readWhole(reply, maxReplyOctets);
    const type = reply.headers['content-type'] ?? 'application/octet-stream';
    const status = reply.statusCode ?? 502;
    return new Response(new Uint8Array(octets), { status, headers: { 'content-type': type } });
  } catch (error) {
    throw faultOfCall(error, { at: host, by: 'the issuer', signal });
  }
}
