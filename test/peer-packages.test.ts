import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import tap, { test } from 'tap';

/*
 * The script that installs peers, with real packages of services, apt, dpkg and systemctl. Each test has a mount namespace of
 * its own, in which what is written to the machine goes to memory.
 */

const run = promisify(execFile);
const script = resolve('test/peers/packages.sh');
const folder = mkdtempSync(join(tmpdir(), 'packages-'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});

/** Makes a private copy of the machine, in which no systemd runs. */
const privateMachine = `
mount -t tmpfs tmpfs /run
for part in etc usr var; do
  mkdir -p /run/parts/$part/upper /run/parts/$part/work
  mount -t overlay -o lowerdir=/$part,upperdir=/run/parts/$part/upper,workdir=/run/parts/$part/work overlay /$part
done
mkdir -p /run/lists/partial /run/cache/archives/partial
rm -f /usr/sbin/policy-rc.d
export APT_CONFIG=${folder}/apt.conf SYSTEMD_OFFLINE=1 DEBIAN_FRONTEND=noninteractive
state() {
  find /etc/systemd /etc/rc?.d -type l -printf '%p -> %l\\n' | sort
  find /usr/sbin/policy-rc.d /etc/postgresql-common/createcluster.d /var/lib/gatehouse-tests 2>/dev/null || true
}
install() { ${script} ${folder}/$1.txt >/run/output 2>&1 || { cat /run/output >&2; exit 1; }; }
`;

/** Runs a script on a private copy of this machine. @returns its output, by line */
async function runPrivately(lines: string): Promise<readonly string[]> {
  const { stdout } = await run('unshare', ['-m', 'sh', '-ec', privateMachine + lines]);
  return stdout.split('\n').filter((line) => line !== '');
}

const skip = await runPrivately('').then(
  () => false,
  () => 'needs root, namespaces and overlays of folders',
);

/** Builds the package of a service as debhelper does: a unit, a script of SysV, and commands that enable and start them. */
async function buildService(name: string): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    'DEBIAN/control': `Package: ${name}\nVersion: 1\nArchitecture: all\nMaintainer: Tests <tests@example.org>\nDescription: a service\n`,
    'DEBIAN/postinst': `#!/bin/sh
set -e
[ ! -e /run/killed ] || { kill -9 "$(cat /run/killed)"; rm /run/killed; }
update-rc.d ${name} defaults
if deb-systemd-helper --quiet was-enabled ${name}.service; then deb-systemd-helper enable ${name}.service; fi
invoke-rc.d ${name} start
`,
    [`etc/init.d/${name}`]: `#!/bin/sh
### BEGIN INIT INFO
# Provides: ${name}
# Required-Start:
# Required-Stop:
# Default-Start: 2 3 4 5
# Default-Stop: 0 1 6
### END INIT INFO
echo "$1" >/run/${name}
`,
    [`usr/lib/systemd/system/${name}.service`]: `[Service]
ExecStart=/usr/sbin/${name}
[Install]
WantedBy=multi-user.target
Alias=${name}-alias.service
`,
    [`usr/sbin/${name}`]: '#!/bin/sh\n',
  };
  const root = join(folder, 'unpacked', name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    if (text.startsWith('#!')) chmodSync(join(root, path), 0o755);
  }
  const file = join(folder, `${name}.deb`);
  await run('dpkg-deb', ['--root-owner-group', '-b', root, file]);
  const octets = readFileSync(file);
  const sum = createHash('sha256').update(octets).digest('hex');
  const place = `Filename: ./${name}.deb\nSize: ${octets.length}\nSHA256: ${sum}\n`;
  writeFileSync(join(folder, 'Packages'), `${files['DEBIAN/control'] ?? ''}${place}\n`, {
    flag: 'a',
  });
  writeFileSync(join(folder, `${name}.txt`), `# Table\n${name} /usr/sbin/${name}\n`);
}

if (!skip) {
  writeFileSync(
    join(folder, 'apt.conf'),
    `Dir::Etc::sourcelist "${folder}/sources.list"; Dir::Etc::sourceparts "-"; Dir::State::lists "/run/lists"; Dir::Cache "/run/cache"; APT::Sandbox::User "root";`,
  );
  writeFileSync(join(folder, 'sources.list'), `deb [trusted=yes] file:${folder} ./\n`);
  await buildService('peer-of-tests');
  await buildService('service-of-operator');
}

test(
  'a service that is installed neither runs nor starts with the machine',
  { skip },
  async (t) => {
    const lines = await runPrivately(`
    state >/run/before
    install peer-of-tests
    state >/run/after
    diff /run/before /run/after | grep -v '/K01peer-of-tests ' || true
    systemctl is-enabled peer-of-tests.service || true
    cat /run/peer-of-tests 2>/dev/null || echo 'never started'
    dpkg-query -W -f '\${db:Status-Status}\\n' peer-of-tests
    install peer-of-tests
    state | diff /run/after - && echo 'the second run changes nothing'
    dpkg-reconfigure peer-of-tests >/dev/null && state | diff /run/after - && echo 'nor does a new configuration'`);
    t.same(
      lines.filter((line) => !/^\d.*[acd]\d/.test(line)),
      [
        'disabled',
        'never started',
        'installed',
        'the second run changes nothing',
        'nor does a new configuration',
      ],
    );
  },
);

test('services of the operator stay as they are, and so does his policy', { skip }, async (t) => {
  const lines = await runPrivately(`
    printf '#!/bin/sh\\nexit 0\\n' >/usr/sbin/policy-rc.d
    chmod 700 /usr/sbin/policy-rc.d
    dpkg -i ${folder}/service-of-operator.deb >/dev/null 2>&1
    install peer-of-tests
    cat /run/service-of-operator /usr/sbin/policy-rc.d
    stat -c %a /usr/sbin/policy-rc.d
    systemctl is-enabled service-of-operator.service service-of-operator-alias.service peer-of-tests.service || true
    ls /etc/rc3.d | grep -E 'peer-of|of-operator'
    cat /run/peer-of-tests 2>/dev/null || echo 'never started'`);
  t.same(lines, [
    'start',
    '#!/bin/sh',
    'exit 0',
    '700',
    'enabled',
    'alias',
    'disabled',
    'K01peer-of-tests',
    'S01service-of-operator',
    'never started',
  ]);
});

test('what a killed run has installed is disabled by the next run', { skip }, async (t) => {
  const lines = await runPrivately(`
    state >/run/before
    sh -c 'echo $$ >/run/killed; exec ${script} ${folder}/peer-of-tests.txt' >/run/output 2>&1 || echo "killed: $?"
    # What the killed run has started goes on.
    timeout 20 sh -c 'until dpkg -s peer-of-tests | grep -q "ok installed"; do sleep 0.1; done'
    systemctl is-enabled peer-of-tests.service
    install peer-of-tests
    state | diff /run/before - | grep -v '/K01peer-of-tests ' || true
    systemctl is-enabled peer-of-tests.service || true`);
  t.same(
    lines.filter((line) => !/^\d.*[acd]\d/.test(line)),
    ['killed: 137', 'enabled', 'disabled'],
  );
});
