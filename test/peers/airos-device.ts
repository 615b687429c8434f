import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startShellDevice, type ShellDevice } from './shell-device.ts';

/**
 * A radio with the shell of airOS and its configuration. It is reached over its own link: a restart of the radio ends all
 * connections, and with another SSID than that of its peer there are none.
 */
export interface AirosDevice extends ShellDevice {
  /** Returns the SSID of the file, of the flash memory, or of the running radio. */
  ssid(of: 'tmp/system.cfg' | 'flash' | 'running'): Promise<string>;
}

const programs = [
  'cat',
  'chmod',
  'cp',
  'date',
  'grep',
  'mkdir',
  'mv',
  'rm',
  'sh',
  'sleep',
  'sort',
  'touch',
];
const configuration = 'netconf.1.ip=192.0.2.20\nwireless.1.ssid=Backhaul\n';

/** SSID of a peer that is not there. */
export const lostSsid = 'Elsewhere';

export async function startAirosDevice(): Promise<AirosDevice> {
  const device = await startShellDevice({
    programs,
    scripts: (folder) => ({ cfgmtd: `#!/bin/sh\ncp ${folder}/tmp/system.cfg ${folder}/flash\n` }),
    files: {
      'tmp/system.cfg': configuration,
      flash: configuration,
      running: configuration,
      'usr/etc/rc.d/rc.softrestart':
        '#!/bin/sh\ntouch restarting; sleep 0.5; cp tmp/system.cfg running; rm restarting\n',
    },
    paths: ['/usr/etc/rc.d'],
    isUp: async (folder) =>
      !existsSync(join(folder, 'restarting')) &&
      !(await readFile(join(folder, 'running'), 'utf8')).includes(lostSsid),
  });
  return {
    ...device,
    ssid: async (of) =>
      /^wireless.1.ssid=(.*)$/m.exec(await readFile(join(device.folder, of), 'utf8'))?.[1] ?? '',
  };
}
