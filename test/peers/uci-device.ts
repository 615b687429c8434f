import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startShellDevice, type ShellDevice } from './shell-device.ts';

/**
 * A device with a shell that has the configuration of an OpenWrt device, `/etc/config`. It cannot be reached while it has another
 * address than at first.
 */
export interface UciDevice extends ShellDevice {
  /** Returns the committed value of an option, or the type of a section; null if there is none. */
  get(path: string): Promise<string | null>;
}

const address = '192.0.2.1';
const programs = [
  'cat',
  'cmp',
  'cp',
  'date',
  'env',
  'find',
  'ls',
  'mkdir',
  'mv',
  'rm',
  'rmdir',
  'sed',
  'sh',
  'sleep',
];

/** @param files  contents of further files by path */
export async function startUciDevice(
  files: Readonly<Record<string, string>> = {},
): Promise<UciDevice> {
  const device = await startShellDevice({
    programs,
    scripts: (folder) => ({
      uci: uciScript(folder),
      reload_config: '#!/bin/sh\n',
      wifi: wifiScript(folder),
      iwinfo: `#!/bin/sh\ncat '${folder}/on-air' 2>/dev/null\n`,
      uname: `#!/bin/sh\ncat '${folder}/etc/config/system/@system[0]/hostname'\n`,
    }),
    files: {
      'etc/config/system/@system[0]/hostname': 'ap-pond',
      'etc/config/network/lan/ipaddr': address,
      ...files,
    },
    paths: ['/etc/config'],
    isUp: isReachable,
  });
  return { ...device, get: (path) => optionOf(device.folder, path) };
}

/** Puts the SSID of the first network on air, but not `muted`, whose configuration hostapd does not take. */
function wifiScript(folder: string): string {
  return `#!/bin/sh
ssid=$(cat '${folder}/etc/config/wireless/@wifi-iface[0]/ssid')
[ "$ssid" = muted ] || echo "phy0-ap0  ESSID: \\"$ssid\\"" > '${folder}/on-air'
`;
}

async function isReachable(device: string): Promise<boolean> {
  const found = await optionOf(device, 'network.lan.ipaddr');
  // A file that is just being replaced is no change of the address.
  return found === null || found === '' || found === address;
}

async function optionOf(device: string, path: string): Promise<string | null> {
  const [pkg = '', section = '', option = '.type'] = path.split('.');
  const file = join(device, 'etc', 'config', pkg, section, option);
  return readFile(file, 'utf8').catch(() => null);
}

/** Stands for OpenWrt's \`uci\`: a folder for each section, changes beside it until they are committed. */
const uciScript = (device: string) => `#!/bin/sh
test "$1" != -q || shift
config=${device}/etc/config
staged=${device}/tmp/.uci
shown=$config; test ! -d $staged || shown=$staged
path=\${2%%=*}
pkg=\${path%%.*}; rest=\${path#*.}; section=\${rest%%.*}; option=\${rest#*.}
test "$option" != "$rest" || option=.type
at=$pkg/$section/$option
case $1 in
  get) test -f "$shown/$at" || exit 1; cat "$shown/$at"; echo ;;
  set)
    test -d $staged || cp -r $config $staged
    case $2 in *refused*) echo 'uci: Invalid argument' >&2; exit 1 ;; esac
    mkdir -p "$staged/$pkg/$section"
    printf %s "\${2#*=}" >"$staged/$at" ;;
  delete)
    test -f "$shown/$at" || { echo 'uci: Entry not found' >&2; exit 1; }
    test -d $staged || cp -r $config $staged
    rm -r "$staged/$pkg/$section" ;;
  commit)
    test -d $staged || exit 0
    rm -rf $config.old; mv $config $config.old; mv $staged $config; rm -rf $config.old ;;
  revert) rm -rf $staged ;;
  show)
    cd "$shown/$pkg" || exit 1
    for section in *; do echo "$pkg.$section=$(cat "$section/.type")"; done ;;
  export) ls -R $config ;;
esac
`;
