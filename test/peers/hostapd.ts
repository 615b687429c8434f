import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';

export interface HostapdOptions {
  readonly accountingPort: number;
  readonly secret: string;
  /** NAS-Identifier of its radio. */
  readonly nasIdentifier: string;
}

/**
 * Starts Debian's hostapd without a radio. It sends an Accounting-On when it comes up, and an Accounting-Off when it is stopped.
 */
export async function startHostapd({
  accountingPort,
  secret,
  nasIdentifier,
}: HostapdOptions): Promise<{ readonly stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'hostapd-'));
  const file = join(folder, 'hostapd.conf');
  await writeFile(
    file,
    `interface=lo
driver=none
ssid=guests
own_ip_addr=127.0.0.1
nas_identifier=${nasIdentifier}
acct_server_addr=127.0.0.1
acct_server_port=${accountingPort}
acct_server_shared_secret=${secret}
`,
    { mode: 0o600 },
  );
  const child = await startChild({
    command: '/usr/sbin/hostapd',
    args: [file],
    ready: (output) => output.includes('AP-ENABLED'),
  });
  const stop = async () => {
    await child.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { stop };
}
