import { accountingBesideLogins } from './eap-beside.ts';
import { loopHeldByFlights } from './eap-flights.ts';
import { logInRepeatedly, methods, type LoginRun, type MeasuredMethod } from './eap-logins.ts';
import { memoryOfOpenConversations } from './eap-open.ts';
import {
  gatewayName,
  issueCertificates,
  startEapGateway,
  startEapPeer,
  type Certificates,
} from './eap-servers.ts';
import { print, type Figure } from './figures.ts';
import { missingOf, plainFreeRadius } from './freeradius.ts';
import type { Stop } from './radius-accountants.ts';
import type { Server } from './radius-run.ts';
import { sized } from './scale.ts';

const rounds = sized(3, 1);

/** Measures EAP of the gateway and of Debian's FreeRADIUS, with the same certificates and user. */
export async function eap(signal: AbortSignal): Promise<string> {
  const certificates = issueCertificates();
  const started: Stop[] = [
    () => {
      certificates.authority.remove();
      return Promise.resolve();
    },
  ];
  try {
    const gateway = await startEapGateway(certificates);
    started.push(() => gateway.process.remove());
    const servers: Server[] = [gateway];
    const missing = missingOf({ ...plainFreeRadius, eapoltest: '/usr/bin/eapol_test' });
    if (missing.length === 0) {
      const peer = await startEapPeer(certificates);
      started.push(() => peer.stop());
      servers.push(peer);
    }
    const tables = [await accountingBesideLogins(gateway, signal)];
    tables.push(
      missing.length > 0
        ? `EAP, compared with FreeRADIUS\n  ${missing.join(', ')} is missing: install the Debian package\n`
        : await loginsBesidePeers(servers, certificates, signal),
    );
    tables.push(await memoryOfOpenConversations(servers, signal));
    tables.push(await loopHeldByFlights(signal));
    return tables.join('\n');
  } finally {
    for (const stop of started.reverse()) await stop();
  }
}

export async function loginsBesidePeers(
  servers: readonly Server[],
  certificates: Certificates,
  signal: AbortSignal,
): Promise<string> {
  const figures: Figure[] = [];
  for (const method of methods)
    for (const resumes of [false, true])
      figures.push(...(await contest(servers, { method, certificates, resumes }, signal)));
  return print({ title: 'Logins by EAP, compared with FreeRADIUS, 2 devices at a time', figures });
}

interface Contest {
  readonly method: MeasuredMethod;
  readonly certificates: Certificates;
  readonly resumes: boolean;
}

/** The servers alternate, so that other load of the machine affects all alike. */
async function contest(
  servers: readonly Server[],
  given: Contest,
  signal: AbortSignal,
): Promise<Figure[]> {
  const runs = new Map<string, LoginRun[]>(servers.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const server of servers) {
      signal.throwIfAborted();
      runs.get(server.name)?.push(await logInRepeatedly(server, given));
    }
  const kind = given.resumes ? 'resumed' : 'full';
  const limits = (key: keyof LoginRun) =>
    [...runs]
      .filter(([name]) => name !== gatewayName)
      .map(([name, all]) => ({ name, samples: all.map((run) => run[key]) }));
  return [...runs].flatMap(([name, all]) => {
    const of = (key: keyof LoginRun) => ({
      samples: all.map((run) => run[key]),
      ...(name === gatewayName && { limits: limits(key) }),
    });
    return [
      { name: `${given.method.name}, ${kind}: ${name}`, ...of('perSecond'), unit: 'logins/s' },
      { name: '  CPU', ...of('cpuMs'), unit: 'ms/login', decimals: 2 },
      { name: '  resumed', samples: of('resumed').samples, unit: 'of all', decimals: 2 },
    ];
  });
}
