import { eapolTest } from '../test/peers/eapol.ts';
import { person, type Certificates } from './eap-servers.ts';
import { cpuSecondsOfTree } from './proc.ts';
import { secret } from './radius-gateway.ts';
import type { Server } from './radius-run.ts';
import { sized } from './scale.ts';

/** Devices that log in at a time, and logins of each in a run. */
const devices = 2;
const logins = sized(60, 3);

/** A method with its TLS version, as eapol_test uses it. */
export interface MeasuredMethod {
  readonly name: string;
  readonly network: (certificates: Certificates) => readonly string[];
  readonly isNewest: boolean;
}

const tunnelled = (eap: string, inner: string) => () => [
  `eap=${eap}`,
  `password="${person.password}"`,
  `phase2="auth=${inner}"`,
];

const byCertificate = ({ device }: Certificates) => [
  'eap=TLS',
  `client_cert="${device.certificate}"`,
  `private_key="${device.key}"`,
];

export const methods: readonly MeasuredMethod[] = sized(
  [
    { name: 'EAP-TLS, TLS 1.2', network: byCertificate, isNewest: false },
    { name: 'EAP-TLS, TLS 1.3', network: byCertificate, isNewest: true },
    { name: 'EAP-TTLS/PAP, TLS 1.2', network: tunnelled('TTLS', 'PAP'), isNewest: false },
    { name: 'EAP-TTLS/PAP, TLS 1.3', network: tunnelled('TTLS', 'PAP'), isNewest: true },
    { name: 'PEAP/MS-CHAPv2, TLS 1.2', network: tunnelled('PEAP', 'MSCHAPV2'), isNewest: false },
  ],
  [{ name: 'EAP-TTLS/PAP, TLS 1.2', network: tunnelled('TTLS', 'PAP'), isNewest: false }],
);

/** A run of logins at a server. */
export interface LoginRun {
  readonly perSecond: number;
  /** Processor time of the server for a login, in milliseconds. */
  readonly cpuMs: number;
  /** Share of logins that resumed a TLS session. */
  readonly resumed: number;
}

export interface Logins {
  readonly method: MeasuredMethod;
  readonly certificates: Certificates;
  /** True: after its first login a device resumes the TLS session of the former. */
  readonly resumes: boolean;
}

/** Logs devices in again and again. @throws Error if a login fails */
export async function logInRepeatedly(server: Server, given: Logins): Promise<LoginRun> {
  const before = cpuSeconds(server);
  const began = performance.now();
  const outputs = await Promise.all(
    Array.from({ length: devices }, (_, device) => logIn(server, given, device)),
  );
  const seconds = (performance.now() - began) / 1000;
  const count = devices * logins;
  const output = outputs.join('');
  const accepted = output.match(/CTRL-EVENT-EAP-SUCCESS/g)?.length ?? 0;
  if (accepted !== count)
    throw new Error(
      `${server.name}: ${accepted} of ${count} logins by ${given.method.name} succeed:\n${output.slice(-2000)}`,
    );
  // TLS 1.3 says it more than once.
  const resumed = output
    .split('CTRL-EVENT-EAP-STARTED')
    .filter((login) => login.includes('Handshake finished - resumed=1')).length;
  return {
    perSecond: count / seconds,
    cpuMs: ((cpuSeconds(server) - before) / count) * 1000,
    resumed: resumed / count,
  };
}

function logIn(
  server: Server,
  { method, certificates, resumes }: Logins,
  device: number,
): Promise<string> {
  const version = `tls_disable_tlsv1_3=${method.isNewest ? 0 : 1}`;
  return eapolTest({
    to: { address: '127.0.0.1', port: server.port },
    secret,
    network: [
      ...method.network(certificates),
      `identity="${person.username}"`,
      `ca_cert="${certificates.authority.file}"`,
      `phase1="${version} tls_disable_session_ticket=0"`,
    ],
    global: [`fast_reauth=${resumes ? 1 : 0}`],
    args: ['-r', String(logins - 1), '-M', `02:00:00:00:00:${String(10 + device)}`],
  });
}

function cpuSeconds({ pids }: Server): number {
  return pids.map(cpuSecondsOfTree).reduce((sum, some) => sum + some, 0);
}
