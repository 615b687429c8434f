import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Authority } from './certificates.ts';
import { startChild } from './child.ts';
import { freeTcpPort, freeUdpPort } from './port.ts';

/** Pebble, the ACME server that Let's Encrypt tests clients with, and a DNS server in which every name is 127.0.0.1. */
export interface Pebble {
  readonly directory: string;
  /** CA that signs the certificate of Pebble itself. */
  readonly ca: string;
  /** A program that writes TXT records into the DNS server: `PROGRAM add|remove NAME VALUE`. */
  readonly dnsHook: string;
  /** File with the key of the customer `kid-1`. */
  readonly eabKeyFile: string;
  stop(): Promise<void>;
}

const key = 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W';

/** @param httpPort  port of the HTTP server that Pebble asks for the answers to its challenges, instead of port 80 */
export async function startPebble(httpPort: number): Promise<Pebble> {
  const folder = mkdtempSync(join(tmpdir(), 'pebble-'));
  const path = (name: string) => join(folder, name);
  const authority = new Authority();
  const { certificate, key: privateKey } = authority.issue('localhost', {
    names: 'DNS:localhost,IP:127.0.0.1',
  });
  const [port, management, dnsManagement] = [
    await freeTcpPort(),
    await freeTcpPort(),
    await freeTcpPort(),
  ];
  const dns = await freeUdpPort();
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate,
    privateKey,
    httpPort,
    tlsPort: httpPort,
    ocspResponderURL: '',
    externalAccountBindingRequired: true,
    externalAccountMACKeys: { 'kid-1': key },
  };
  writeFileSync(path('config.json'), JSON.stringify({ pebble }));
  writeFileSync(path('eab.key'), `${key}\n`);
  writeFileSync(path('hook'), hook(dnsManagement), { mode: 0o755 });
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''];
  const own = ['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${dnsManagement}`];
  const names = await startChild({
    command: '/usr/bin/pebble-challtestsrv',
    args: [...off, ...own],
    ready: (output) => output.includes('Starting management server'),
  });
  const server = await startChild({
    command: '/usr/bin/pebble',
    args: ['-config', path('config.json'), '-dnsserver', `127.0.0.1:${dns}`],
    // Some nonces are refused, as those of a busy CA are, and each order has challenges.
    env: { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '15', PEBBLE_AUTHZREUSE: '0' },
    ready: (output) => output.includes('ACME directory available'),
  });
  return {
    directory: `https://localhost:${port}/dir`,
    ca: authority.file,
    dnsHook: path('hook'),
    eabKeyFile: path('eab.key'),
    async stop() {
      await Promise.all([server.stop(), names.stop()]);
      authority.remove();
      rmSync(folder, { recursive: true });
    },
  };
}

function hook(management: number): string {
  return `#!/bin/sh
set -eu
case $1 in
add) body="{\\"host\\":\\"$2.\\",\\"value\\":\\"$3\\"}" path=set-txt ;;
*) body="{\\"host\\":\\"$2.\\"}" path=clear-txt ;;
esac
exec curl --fail --silent --show-error --data "$body" http://127.0.0.1:${management}/$path
`;
}
