import type { Static } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { ping } from '../../protocol/ping.ts';
import { hasProgram } from '../../protocol/probe/command.ts';
import { traceroute } from '../../protocol/probe/traceroute.ts';
import { udpEcho } from '../../protocol/probe/udp-echo.ts';
import { withBrackets } from '../../runtime/ip-address.ts';
import { validateAgainst } from '../../contract/schema.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { echoResults, responseTime, timesOf } from './device-output.ts';
import { diagnosticSchemas, type DiagnosticCode } from './diagnostic-schemas.ts';
import {
  resolverOf,
  stepsOf,
  type Destination,
  type DiagnosticWork,
  type GatewayDiagnostic,
  type Results,
  type Run,
} from './diagnostic-run.ts';
import { dnsLookup } from './dns-lookup.ts';
import {
  parseServer,
  refuseDuration,
  refuseInterface,
  refuseServer,
  refuseSize,
  refuseSocketOptions,
  refuseUrl,
  type Parameters,
  type Refusal,
} from './gateway-refusals.ts';
import { runHttpGet, runTcpConnect, runTlsCertificate } from './connection-diagnostics.ts';
import { findHostNames } from './host-names.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { refuseWithoutAddress, runSnmpGet } from './snmp-get.ts';
import { maxTestMs, runTransferTest } from './transfer-test.ts';

/** Time that a diagnostic may take. A transfer or an echo test may be asked to take longer, up to its own limit. */
const diagnosticTimeoutMs = 300_000;
const slackMs = 20_000;
/** How the gateway itself runs each diagnostic; null: only a device can. */
const gatewayDiagnostics: Readonly<Record<DiagnosticCode, GatewayDiagnostic | null>> = {
  ping: {
    destination: 'host',
    program: { name: 'ping', debianPackage: 'iputils-ping' },
    refuse: (parameters) => refuseInterface(parameters) ?? refuseSize(parameters, 'ping'),
    run: (parameters, run) => runPing(valid('ping', parameters), run),
  },
  traceroute: {
    destination: 'host',
    program: { name: 'traceroute', debianPackage: 'traceroute' },
    refuse: (parameters) => refuseInterface(parameters) ?? refuseSize(parameters, 'traceroute'),
    run: (parameters, run) => runTraceroute(valid('traceroute', parameters), run),
  },
  udp_echo: {
    destination: 'host',
    refuse: (parameters) =>
      refuseSocketOptions(parameters) ??
      refuseSize(parameters, 'udp_echo') ??
      refuseDuration(parameters),
    run: (parameters, run) => runUdpEcho(valid('udp_echo', parameters), run),
  },
  dns_lookup: {
    destination: 'dns_server',
    refuse: (parameters) => refuseSocketOptions(parameters) ?? refuseServer(parameters),
    run: (parameters, run) => runDnsLookup(valid('dns_lookup', parameters), run),
  },
  download: {
    destination: 'url',
    refuse: (parameters) => refuseSocketOptions(parameters) ?? refuseUrl(parameters),
    run: (parameters, run) =>
      runTransfer({ ...valid('download', parameters), file_size: 0 }, 'GET', run),
  },
  tcp_connect: {
    destination: 'host',
    refuse: () => null,
    run: (parameters, run) => runTcpConnect(valid('tcp_connect', parameters), stepsOf(run)),
  },
  tls_certificate: {
    destination: 'host',
    refuse: () => null,
    run: (parameters, run) => runTlsCertificate(valid('tls_certificate', parameters), stepsOf(run)),
  },
  http_get: {
    destination: 'url',
    refuse: refuseUrl,
    run: (parameters, run) => runHttpGet(valid('http_get', parameters), stepsOf(run)),
  },
  snmp_get: {
    destination: null,
    refuse: (_, device) => refuseWithoutAddress(device),
    run: (parameters, run) => runSnmpGet(valid('snmp_get', parameters), run),
  },
  radius_auth: {
    destination: 'host',
    refuse: () => null,
    async run(parameters, run) {
      const { runRadiusAuth } = await import('./radius-auth.ts');
      return runRadiusAuth(valid('radius_auth', parameters), run);
    },
  },
  wifi_neighbor: null,
  upload: {
    destination: 'url',
    refuse: (parameters) => refuseSocketOptions(parameters) ?? refuseUrl(parameters),
    run: (parameters, run) => runTransfer(valid('upload', parameters), 'PUT', run),
  },
};

/**
 * Returns why the gateway cannot run a diagnostic as it is asked for; null if it can.
 *
 * @param parameters  the keys of the diagnostic, with their defaults
 */
export async function refusalOfGateway(
  device: StoredDevice,
  {
    operation,
    parameters,
  }: { readonly operation: DiagnosticCode; readonly parameters: Parameters },
): Promise<Refusal | null> {
  const diagnostic = gatewayDiagnostics[operation];
  if (!diagnostic) return ['operation', `the gateway cannot run ${operation}`];
  const { program } = diagnostic;
  if (program && !(await hasProgram(program.name)))
    return [
      'operation',
      `the gateway's machine has no ${program.name}; install the Debian package ${program.debianPackage}`,
    ];
  return diagnostic.refuse(parameters, device);
}

/** Returns the parameter that names what the gateway connects to for a diagnostic; null if it is the device. */
export function destinationOf(operation: DiagnosticCode): Destination | null {
  return gatewayDiagnostics[operation]?.destination ?? null;
}

/** Runs a diagnostic from the gateway. @throws Fault if it could not measure */
export async function runOnGateway(
  gateway: Gateway,
  { operation, parameters }: { readonly operation: string; readonly parameters: Parameters },
  work: DiagnosticWork,
): Promise<Results> {
  const diagnostic = Object.entries(gatewayDiagnostics).find(([code]) => code === operation)?.[1];
  if (!diagnostic) throw new Fault('unsupported', `the gateway cannot run ${operation}`);
  const progress = new ProgressReporter(work);
  try {
    return await diagnostic.run(parameters, { gateway, work, progress });
  } finally {
    await progress.settle();
  }
}

type Keys<C extends DiagnosticCode> = Static<(typeof diagnosticSchemas)[C]>;

function valid<C extends DiagnosticCode>(operation: C, parameters: Parameters): Keys<C> {
  return validateAgainst<Keys<C>>(diagnosticSchemas[operation], { ...parameters }, 'parameters');
}

/** @throws Fault if no packet could be sent; unanswered packets are a result */
async function runPing(keys: Keys<'ping'>, run: Run): Promise<Results> {
  const host = await resolverOf(run)(keys.host);
  const request = {
    host,
    count: keys.count,
    intervalSeconds: 0.2,
    timeoutSeconds: keys.timeout / 1000,
    payloadOctets: keys.packet_size,
    networkInterface: keys.interface,
    dscp: keys.dscp,
  };
  const times: number[] = [];
  const onReply = (ms: number) => {
    times.push(ms);
    run.progress.report({ ip_address_used: host, ...timesOf(times) });
  };
  const result = await run.work.runStep(
    { name: 'ping', timeoutMs: diagnosticTimeoutMs, keepsSlot: true },
    (signal) => ping(request, signal, onReply),
  );
  return {
    ip_address_used: /^PING [^(]*\(([^)]+)\)/.exec(result.raw)?.[1] ?? host,
    success_count: result.received,
    failure_count: result.sent - result.received,
    min_response_time: result.minMs,
    avg_response_time: result.avgMs,
    max_response_time: result.maxMs,
    packet_loss: result.lossPercent,
  };
}

/** @throws Fault `unreachable` if no probe could be sent; hops that do not answer are a result */
async function runTraceroute(keys: Keys<'traceroute'>, run: Run): Promise<Results> {
  const address = await resolverOf(run)(keys.host);
  const request = {
    address,
    maxHops: keys.max_hops,
    tries: keys.tries,
    timeoutSeconds: keys.timeout / 1000,
    payloadOctets: keys.packet_size,
    networkInterface: keys.interface,
    dscp: keys.dscp,
  };
  const hops: unknown[] = [];
  const found = await run.work.runStep(
    { name: 'traceroute', timeoutMs: diagnosticTimeoutMs, keepsSlot: true },
    (signal) =>
      traceroute(request, signal, (hop) => {
        hops.push(hop);
        run.progress.report({ ip_address_used: address, hops });
      }),
  );
  const names = await findHostNames(found.flatMap((hop) => hop.address ?? []));
  return {
    ip_address_used: address,
    response_time: responseTime(found, address),
    hops: found.map(({ hop, address: at, error_code, rtt }) => ({
      hop,
      host: at === null ? null : (names.get(at) ?? at),
      address: at,
      error_code,
      rtt,
    })),
  };
}

async function runUdpEcho(keys: Keys<'udp_echo'>, run: Run): Promise<Results> {
  const address = await resolverOf(run)(keys.host);
  const {
    port,
    count,
    timeout: timeoutMs,
    packet_size: payloadOctets,
    interval: intervalMs,
  } = keys;
  const request = { address, port, count, timeoutMs, payloadOctets, intervalMs };
  const limitMs = count * intervalMs + timeoutMs + slackMs;
  const { sent, times } = await run.work.runStep(
    { name: 'udp_echo', timeoutMs: limitMs },
    (signal) =>
      udpEcho(request, signal, (sofar) => {
        run.progress.report({ ip_address_used: address, ...timesOf(sofar.times) });
      }),
  );
  return { ip_address_used: address, ...echoResults(sent, times) };
}

async function runDnsLookup(keys: Keys<'dns_lookup'>, run: Run): Promise<Results> {
  const dns_server = await resolveServer(keys.dns_server, resolverOf(run));
  return run.work.runStep({ name: 'dns_lookup', timeoutMs: diagnosticTimeoutMs }, (signal) =>
    dnsLookup({ ...keys, dns_server }, signal, (answers) => {
      run.progress.report({ answers });
    }),
  );
}

/** Returns a name server with the address of its host in place of a name. */
async function resolveServer(
  server: string,
  resolve: (host: string) => Promise<string>,
): Promise<string> {
  if (server === '') return '';
  const { host, port } = parseServer(server);
  const address = await resolve(host);
  return port === null ? address : `${withBrackets(address)}:${port}`;
}

/** @throws Fault if the transfer fails */
async function runTransfer(
  keys: Omit<Keys<'upload'>, 'interface' | 'dscp'>,
  method: 'GET' | 'PUT',
  run: Run,
): Promise<Results> {
  const octetsKey = method === 'GET' ? 'test_bytes_received' : 'test_bytes_sent';
  const test = {
    url: keys.url,
    method,
    octetsToSend: keys.file_size,
    connections: keys.connections,
    durationSeconds: keys.duration,
    resolve: resolverOf(run),
    now: run.gateway.now,
    onOctets: (octets: number) => {
      run.progress.report({ [octetsKey]: octets });
    },
  };
  const timeoutMs = Math.max(maxTestMs, keys.duration * 1000) + slackMs;
  return run.work.runStep({ name: method === 'GET' ? 'download' : 'upload', timeoutMs }, (signal) =>
    runTransferTest(test, signal),
  );
}
