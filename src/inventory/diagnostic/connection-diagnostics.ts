import type { Static } from 'typebox';
import type { RunStep } from '../../gateway/job.ts';
import { transfer } from '../../protocol/probe/http-transfer.ts';
import { probeTcp, probeTls } from '../../protocol/probe/tcp-probe.ts';
import type { diagnosticSchemas } from './diagnostic-schemas.ts';
import { rounded, timingsOf } from './transfer-test.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';

/* Diagnostics of one connection: TCP, TLS and HTTP. */

type Keys<C extends keyof typeof diagnosticSchemas> = Static<(typeof diagnosticSchemas)[C]>;

interface Steps {
  /** Resolves a host to an address that may be connected to. @throws Fault */
  readonly resolve: (host: string) => Promise<string>;
  readonly runStep: RunStep;
}

const slackMs = 5000;
/** Octets of a body after which a request ends. */
const maxBodyOctets = 10_485_760;

/** @throws Fault `unreachable` with the reason, `timeout` */
export async function runTcpConnect(
  { host, port, timeout: timeoutMs }: Keys<'tcp_connect'>,
  { resolve, runStep }: Steps,
) {
  const address = await resolve(host);
  const ms = await runStep({ name: 'tcp_connect', timeoutMs: timeoutMs + slackMs }, (signal) =>
    probeTcp({ address, port, timeoutMs }, signal),
  );
  return { ip_address_used: address, response_time: rounded(ms) };
}

/** A certificate that cannot be verified is a result. @throws Fault without a certificate */
export async function runTlsCertificate(
  { host, port, timeout: timeoutMs }: Keys<'tls_certificate'>,
  { resolve, runStep }: Steps,
) {
  const address = await resolve(host);
  const found = await runStep(
    { name: 'tls_certificate', timeoutMs: timeoutMs + slackMs },
    (signal) => probeTls({ address, port, timeoutMs }, host, signal),
  );
  const { protocol, cipher, isVerified, reason, chain } = found;
  return {
    ip_address_used: address,
    protocol,
    cipher,
    verified: isVerified,
    reason,
    not_after: chain[0]?.not_after ?? null,
    chain,
  };
}

/** Makes one request and follows no redirection: any status is a result, and so is a certificate. */
export async function runHttpGet(
  { url: text, timeout: maxMs }: Keys<'http_get'>,
  { resolve, runStep }: Steps,
) {
  const url = new URL(text);
  const startedAt = performance.now();
  const address = await resolve(hostOfUrl(url));
  const resolved = performance.now() - startedAt;
  const limits = { octetsToSend: 0, maxOctets: maxBodyOctets, maxMs, mustVerify: false };
  const done = await runStep({ name: 'http_get', timeoutMs: maxMs + slackMs }, (signal) =>
    transfer({ url, address, method: 'GET', ...limits }, signal),
  );
  return {
    ip_address_used: address,
    status_code: done.statusCode,
    location: done.headers.location ?? null,
    content_type: done.headers['content-type'] ?? null,
    octets: done.octetsReceived,
    ended_by: done.endedBy,
    certificate_fault: done.certificateFault,
    timings: timingsOf({ ...done, resolved }),
  };
}
