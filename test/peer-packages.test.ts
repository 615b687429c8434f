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
changes() { state | diff $1 - | sed -n '/K01peer-of-tests /d; /^[<>]/p'; }
enabled() { systemctl is-enabled $1.service || true; }
started() { cat /run/$1 2>/dev/null || echo 'not started'; }
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

/** What a run with a service and a policy of the operator leaves behind: lines by question. */
const found = new Map<string, string[]>();
if (!skip)
  for (const line of await runPrivately(`
    printf '#!/bin/sh\\nexit 0\\n' >/usr/sbin/policy-rc.d
    chmod 700 /usr/sbin/policy-rc.d
    dpkg -i ${folder}/service-of-operator.deb >/dev/null 2>&1
    state >/run/before
    install peer-of-tests
    state >/run/after
    echo '? new state'; changes /run/before
    echo '? peer'; dpkg-query -W -f '\${db:Status-Status}\\n' peer-of-tests; enabled peer-of-tests; started peer-of-tests
    echo '? service'; enabled service-of-operator; started service-of-operator
    echo '? policy'; stat -c %a /usr/sbin/policy-rc.d; cat /usr/sbin/policy-rc.d
    install peer-of-tests
    echo '? second run'; state | diff /run/after - || true
    dpkg-reconfigure peer-of-tests >/dev/null
    echo '? new configuration'; state | diff /run/after - || true`))
    if (line.startsWith('? ')) found.set(line.slice(2), []);
    else [...found.values()].at(-1)?.push(line);

test('a service that is installed neither runs nor starts with the machine', { skip }, (t) => {
  t.same(found.get('peer'), ['installed', 'disabled', 'not started']);
  t.same(found.get('new state'), []);
  t.end();
});

test(
  'a second run changes nothing, and configuring the package again enables nothing',
  { skip },
  (t) => {
    t.same(found.get('second run'), []);
    t.same(found.get('new configuration'), []);
    t.end();
  },
);

test('services of the operator stay as they are, and so does his policy', { skip }, (t) => {
  t.same(found.get('service'), ['enabled', 'start']);
  t.same(found.get('policy'), ['700', '#!/bin/sh', 'exit 0']);
  t.end();
});

test('what a killed run has installed is disabled by the next run', { skip }, async (t) => {
  const lines = await runPrivately(`
    state >/run/before
    sh -c 'echo $$ >/run/killed; exec ${script} ${folder}/peer-of-tests.txt' >/run/output 2>&1 || echo "killed: $?"
    # What the killed run has started goes on.
    timeout 120 sh -c 'until dpkg -s peer-of-tests | grep -q "ok installed"; do sleep 0.1; done'
    enabled peer-of-tests
    install peer-of-tests
    changes /run/before
    enabled peer-of-tests`);
  t.same(lines, ['killed: 137', 'enabled', 'disabled']);
});
