import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../contract/fields.ts';
import { ask, parseAnswer, plainOrigin } from '../../own-gateway/own-gateway.ts';
import { holdersOf } from './port-holder.ts';
import { failed, ok, skipped } from '../../contract/finding.ts';
import type { Check, Examined } from './check.ts';

/** The ports of the configuration are the gateway's, or free. */
export const portCheck: Check = {
  name: 'ports',
  run: ({ config, isRunning }) => {
    const { http, portal, radius, snmp, syslog_listener } = config;
    const ports = [
      ...[http, http.tls, portal.listener].flatMap((listener) =>
        'enabled' in listener && !listener.enabled ? [] : [['tcp', listener.port] as const],
      ),
      ...[...radius.auth_port, ...radius.acct_port].map((port) => ['udp', port] as const),
      ...(radius.tls.certificate === '' ? [] : [['tcp', radius.tls.port] as const]),
      ...[snmp.traps, syslog_listener].flatMap(({ enabled, port }) =>
        enabled ? [['udp', port] as const] : [],
      ),
      ...[syslog_listener.tcp, syslog_listener.tls].flatMap(({ enabled, port }) =>
        enabled ? [['tcp', port] as const] : [],
      ),
    ];
    return ports
      .filter(([, port]) => port !== 0)
      .map(([protocol, port]) =>
        portFinding(`${port}/${protocol}`, holdersOf(protocol, port), isRunning),
      );
  },
};

function portFinding(name: string, holders: readonly string[], isRunning: boolean) {
  const seen = `${name} is held by ${holders.join(', ')}`;
  if (holders.length === 0)
    return isRunning
      ? failed(`${name} is held by no program`, 'see the log of the gateway')
      : ok(`${name} is free`);
  return isRunning
    ? ok(seen)
    : failed(`${seen}, and the gateway does not run`, 'stop that program, or use another port');
}

/** The gateway runs, and its parts are ready. */
export const gatewayCheck: Check = {
  name: 'gateway',
  run: async (context) => {
    if (!context.isRunning) return [skipped('it does not run')];
    const { status, parts } = await askReady(context);
    const seen = Object.entries(parts).map(([part, state]) => `${part}: ${String(state)}`);
    const line = `it answers ${status}${seen.length > 0 ? `; ${seen.join(', ')}` : ''}`;
    return [status === 200 ? ok(line) : failed(line, 'see the log of the gateway')];
  },
};

interface Ready {
  readonly status: number;
  readonly parts: Readonly<Record<string, unknown>>;
}

async function askReady({ config }: Examined): Promise<Ready> {
  const tokenFile = join(config.data_dir, 'admin-token');
  const { status, body } = await ask({
    url: `${plainOrigin(config)}/readyz`,
    timeoutMs: 10_000,
    ...(existsSync(tokenFile) && { token: readFileSync(tokenFile, 'utf8').trim() }),
  });
  const answer = parseAnswer(body);
  const parts = isRecord(answer) && isRecord(answer['parts']) ? answer['parts'] : {};
  return { status, parts };
}
