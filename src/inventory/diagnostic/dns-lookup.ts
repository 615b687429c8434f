import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Static } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import type { diagnosticSchemas } from './diagnostic-schemas.ts';

type LookupRequest = Static<(typeof diagnosticSchemas)['dns_lookup']>;

/** Answer with the names of TR-181 DNS.Diagnostics.NSLookupDiagnostics; `answer_type` is unknown. */
interface Answer {
  readonly status:
    | 'Success'
    | 'Error_DNSServerNotAvailable'
    | 'Error_HostNameNotResolved'
    | 'Error_Timeout'
    | 'Error_Other';
  readonly answer_type: null;
  readonly host_returned: string | null;
  readonly addresses: readonly string[];
  /** All records, where a type of them was asked for. */
  readonly records?: readonly string[];
  readonly dns_server: string;
  /** Milliseconds. */
  readonly response_time: number;
}

/**
 * Queries a name server for the addresses or other records of a host one or more times. A missing answer is a result.
 *
 * @throws Fault `unsupported` for a parameter that the gateway cannot apply; `timeout` if the signal aborts first
 */
export async function dnsLookup(
  request: LookupRequest,
  signal: AbortSignal,
  onAnswer: (answers: readonly Answer[]) => void = () => undefined,
) {
  const resolver = createResolver(request);
  const cancel = () => {
    resolver.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers: Answer[] = [];
    for (let left = request.count; left > 0 && !signal.aborted; left -= 1) {
      answers.push(await lookUp(resolver, request));
      onAnswer(answers);
    }
    if (signal.aborted)
      throw new Fault('timeout', `after ${answers.length} of ${request.count} lookups`);
    return { success_count: answers.filter(({ status }) => status === 'Success').length, answers };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function createResolver({ dns_server, timeout }: LookupRequest): Resolver {
  const resolver = new Resolver({ timeout, tries: 1 });
  if (dns_server === '') return resolver;
  try {
    resolver.setServers([dns_server]);
  } catch (cause) {
    throw new Fault(
      'unsupported',
      `dns_server ${JSON.stringify(dns_server)} is not the address of a server`,
      { cause },
    );
  }
  return resolver;
}

async function lookUp(resolver: Resolver, { host, record_type }: LookupRequest): Promise<Answer> {
  const startedAt = performance.now();
  const outcomes = await Promise.allSettled(queriesOf(resolver, host, record_type));
  const response_time = Math.round((performance.now() - startedAt) * 1000) / 1000;
  const records = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : [],
  );
  const addresses = records.filter((record) => isIP(record) !== 0);
  const isFound = record_type === '' ? addresses.length > 0 : records.length > 0;
  return {
    status: isFound ? 'Success' : failureOf(outcomes),
    answer_type: null,
    host_returned: isFound ? host : null,
    addresses,
    ...(record_type !== '' && { records }),
    dns_server: resolver.getServers().join(', '),
    response_time,
  };
}

/** Starts the queries for a type of records; without one, for the addresses. */
function queriesOf(
  resolver: Resolver,
  host: string,
  type: LookupRequest['record_type'],
): Promise<readonly string[]>[] {
  if (type === '') return [resolver.resolve4(host), resolver.resolve6(host)];
  if (type === 'PTR' && isIP(host) !== 0) return [resolver.reverse(host)];
  return [textsOf(resolver.resolve(host, type))];
}

/** Returns each record as a text; an object, such as an MX record, as `10 mail.example`. */
async function textsOf(answer: Promise<unknown>): Promise<readonly string[]> {
  const records = await answer;
  const listed: readonly unknown[] = Array.isArray(records) ? records : [records];
  return listed.map((record) => {
    if (typeof record === 'string') return record;
    const parts: readonly unknown[] =
      typeof record === 'object' && record !== null ? Object.values(record) : [];
    return Array.isArray(record) ? parts.join('') : textOfRecord(record, parts);
  });
}

function textOfRecord(record: unknown, parts: readonly unknown[]): string {
  const isExchange = typeof record === 'object' && record !== null && 'exchange' in record;
  return (isExchange ? parts.toReversed() : parts).map(String).join(' ');
}

const failures: Readonly<Record<string, Answer['status']>> = {
  ENOTFOUND: 'Error_HostNameNotResolved',
  ENODATA: 'Error_HostNameNotResolved',
  ETIMEOUT: 'Error_Timeout',
  ECONNREFUSED: 'Error_DNSServerNotAvailable',
  ESERVFAIL: 'Error_Other',
};

function failureOf(outcomes: readonly PromiseSettledResult<unknown>[]): Answer['status'] {
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
  const code: unknown =
    rejected?.reason instanceof Error ? Reflect.get(rejected.reason, 'code') : undefined;
  return (typeof code === 'string' ? failures[code] : undefined) ?? 'Error_Other';
}
