import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import tap, { test, type Test } from 'tap';
import { parse } from 'yaml';
import { architectures, type Architecture } from '../tools/package/architecture.ts';
import { licenceName } from '../tools/package/copyright.ts';
import { addControl } from '../tools/package/deb.ts';
import { layOutDebianFiles } from '../tools/package/debian-tree.ts';
import { pathsBelow, sourceDate } from '../tools/package/reproducible.ts';
import { runtimePackages } from '../tools/package/shrinkwrap.ts';
import { guideNames } from '../tools/documents/guides.ts';
import { builtGateway } from './gateway-command.ts';
import { root } from './source-files.ts';

/* The structure of the Debian package, without the Node that it carries; `npm run check:package` installs and runs it. */

// Not below the checkout, whose packages would stand for those that are missing.
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-package-'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});
builtGateway();
const seconds = 1_700_000_000;

/** Without the packages of one processor, which come from the registry. */
const installed = runtimePackages(root).filter(({ isOptional }) => !isOptional);
const native = installed.filter(({ name }) => name === 'better-sqlite3');

function layOut(name: string, architecture: Architecture, packages = native): string {
  const into = join(folder, name);
  mkdirSync(into);
  layOutDebianFiles({ root, architecture, into, packages });
  addControl(into, { root, architecture, version: '1.2.3-1', seconds });
  return into;
}

/** Returns path, kind, mode, time and content of every file. */
const digestsOf = (into: string) =>
  pathsBelow(into).map((path) => {
    const status = lstatSync(join(into, path));
    const content = status.isSymbolicLink()
      ? readlinkSync(join(into, path))
      : status.isFile()
        ? createHash('sha1')
            .update(readFileSync(join(into, path)))
            .digest('hex')
        : '';
    return `${path} ${status.mode} ${status.mtimeMs} ${content}`;
  });

const [x64, aarch64] = architectures;
if (!x64 || !aarch64) throw new Error('an architecture is missing');
const amd64 = layOut('amd64', x64, installed);
const program = join(amd64, 'usr/lib/gatehouse');
const text = (path: string) => readFileSync(join(amd64, path), 'utf8');

test('the same sources give the same octets, in another folder and under another umask', (t) => {
  const once = digestsOf(layOut('once', x64));
  const before = process.umask(0o077);
  const again = layOut('a folder of another name', x64);
  process.umask(before);
  t.same(digestsOf(again), once);
  t.equal(sourceDate(root, { SOURCE_DATE_EPOCH: '12' }), 12);
  t.throws(() => sourceDate(root, { SOURCE_DATE_EPOCH: 'now' }), /"now" is not a number/);
  t.end();
});

test('each package has the native module of its processor, and no other', (t) => {
  const machines = [amd64, layOut('arm64', aarch64)].map((into) => {
    const builds = join(into, 'usr/lib/gatehouse/node_modules/better-sqlite3/prebuilds');
    return readdirSync(builds).map((name) => [
      name,
      // The field e_machine of ELF.
      readFileSync(join(builds, name)).readUInt16LE(18),
    ]);
  });
  t.same(machines, [[['linux-x64.node', 62]], [['linux-arm64.node', 183]]]);
  const modules = pathsBelow(amd64).filter((path) => path.endsWith('.node'));
  t.equal(modules.length, 1, 'nothing else is compiled');
  t.end();
});

test('every module that the program imports is in the package and loads', (t) => {
  const compiled = pathsBelow(join(program, 'dist/gateway')).filter((path) => path.endsWith('.js'));
  const named = compiled.flatMap((path) =>
    [
      ...readFileSync(join(program, 'dist/gateway', path), 'utf8').matchAll(
        /(?:^import (?:[^"\n]* from )?|^\} from |\bimport\()"([@a-z][^"]*)"/gm,
      ),
    ].map(([, name = '']) => name),
  );
  const names = [...new Set(named)].filter((name) => !isBuiltin(name) && !name.includes('argon2'));
  t.ok(names.length > 10, `${names.length} modules`);
  const script = `for (const name of ${JSON.stringify(names)}) await import(name);`;
  const loaded = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(program, 'dist/gateway'),
    encoding: 'utf8',
  });
  t.match(loaded, { status: 0, stderr: '' });
  const config = join(program, 'config/gatehouse.yaml');
  const argon2 = `@node-rs/argon2-linux-${process.arch}-gnu`;
  symlinkSync(join(root, 'node_modules', argon2), join(program, 'node_modules', argon2));
  const checked = spawnSync(
    process.execPath,
    [join(program, 'dist/gateway/cli.js'), 'check-config', '--config', config],
    { encoding: 'utf8' },
  );
  t.match(checked, { status: 0, stderr: '', stdout: `${config}: no errors` });
  t.end();
});

test('the site has its keys apart from the file that an upgrade replaces', (t) => {
  t.equal(
    readlinkSync(join(amd64, 'etc/gatehouse/gatehouse.yaml')),
    '/usr/lib/gatehouse/config/gatehouse.yaml',
  );
  t.equal(readlinkSync(join(program, 'config/conf.d')), '/etc/gatehouse/conf.d');
  t.match(text('usr/lib/gatehouse/config/gatehouse.yaml'), /^data_dir: \/var\/lib\/gatehouse$/m);
  t.notOk(readdirSync(join(amd64, 'DEBIAN')).includes('conffiles'), 'an upgrade asks nothing');
  for (const script of ['preinst', 'postinst', 'prerm', 'postrm'])
    execFileSync('sh', ['-n', join(amd64, 'DEBIAN', script)]);
  t.end();
});

test('an upgrade keeps the keys that were changed in the shipped file, and no other', (t) => {
  const machine = join(folder, 'machine');
  const lib = join(machine, 'usr/lib/gatehouse/config');
  const commands = join(machine, 'bin');
  mkdirSync(lib, { recursive: true });
  mkdirSync(commands, { recursive: true });
  const shipped = text('usr/lib/gatehouse/config/gatehouse.shipped.yaml');
  t.equal(shipped, text('usr/lib/gatehouse/config/gatehouse.yaml'));
  writeFileSync(join(lib, 'gatehouse.shipped.yaml'), shipped);
  const command = (name: string, script: string) => {
    writeFileSync(join(commands, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  };
  const digest = createHash('md5').update(shipped).digest('hex');
  command('dpkg-query', `echo '${digest}  usr/lib/gatehouse/config/gatehouse.yaml'`);
  const script = join(machine, 'preinst');
  const preinst = readFileSync(join(amd64, 'DEBIAN/preinst'), 'utf8');
  writeFileSync(script, preinst.replaceAll(/(?=\/(?:usr\/lib|etc)\/gatehouse)/g, machine));
  /** Runs the script over an edited file. @returns what it kept, and what it said */
  const upgrade = (edited: string) => {
    writeFileSync(join(lib, 'gatehouse.yaml'), edited);
    const env = { PATH: `${commands}:/usr/bin:/bin` };
    const { status, stderr } = spawnSync('sh', [script, 'upgrade'], { env, encoding: 'utf8' });
    t.equal(status, 0, stderr);
    const site = join(machine, 'etc/gatehouse/conf.d');
    const kept = existsSync(site)
      ? readdirSync(site).map((name) => readFileSync(join(site, name), 'utf8'))
      : [];
    rmSync(site, { recursive: true, force: true });
    return { kept, said: stderr };
  };
  const cli = join(program, 'dist/gateway/cli.js');
  command('gatehouse', `exec '${process.execPath}' '${cli}' "$@"`);
  t.same(upgrade(shipped).kept, [], 'a file that nobody edited');
  const edited = shipped
    .replace('  port: 8080', '  port: 9090')
    .replace('  decisions: { days: 7, rows: 200000 }', '  decisions: { days: 8, rows: 200000 }')
    .replace("  host: '::'", "  host: ['192.0.2.1', '2001:db8::1']");
  const changed = upgrade(edited);
  t.same(
    changed.kept.map((file): unknown => parse(file)),
    [
      {
        http: { host: ['192.0.2.1', '2001:db8::1'], port: 9090 },
        retention: { decisions: { days: 8 } },
      },
    ],
  );
  t.match(
    changed.said,
    /was edited; the changed keys are kept in .*10-edited-before-\d+\.yaml\.\n/,
  );
  const torn = upgrade(`${edited}\n}`);
  t.same(torn.kept, [`${edited}\n}`], 'a file that is not YAML is kept whole');
  t.match(torn.said, /Leave in it only what differs/);
  t.end();
});

test('the command starts the Node of the package with the options of the program', (t) => {
  const options =
    /^#!.* node (.*)$/m.exec(text('usr/lib/gatehouse/dist/gateway/cli.js'))?.[1] ?? '';
  t.ok(options.includes('--max-semi-space-size'));
  t.ok(text('usr/bin/gatehouse').includes(`/usr/lib/gatehouse/bin/node ${options} `));
  t.equal(lstatSync(join(amd64, 'usr/bin/gatehouse')).mode & 0o777, 0o755);
  t.match(text('usr/lib/systemd/system/gatehouse.service'), /^Type=notify$/m);
  t.end();
});

test('manual page and completion name every command, and nothing of the machine that made them', (t) => {
  const page = gunzipSync(
    readFileSync(join(amd64, 'usr/share/man/man8/gatehouse.8.gz')),
  ).toString();
  const help = execFileSync(process.execPath, [join(program, 'dist/gateway/cli.js'), '--help'], {
    encoding: 'utf8',
  });
  const commands = [...help.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name = '']) => name);
  t.ok(commands.length > 8, commands.join(', '));
  for (const name of commands.filter((command) => command !== 'help'))
    t.ok(page.replaceAll('\\-', '-').includes(`\n.SS ${name}`), name);
  t.notMatch(page.replaceAll('\\-', '-'), root);
  for (const path of [
    'bash-completion/completions/gatehouse',
    'fish/vendor_completions.d/gatehouse.fish',
  ])
    t.notMatch(text(join('usr/share', path)), root);
  t.end();
});

test('bash completes commands and options', (t) => {
  const file = join(amd64, 'usr/share/bash-completion/completions/gatehouse');
  const complete = (t2: Test, ...words: readonly string[]) => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const script = `. '${file}'; COMP_WORDS=(gatehouse ${line}); COMP_CWORD=${words.length}; _gatehouse; echo "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    t2.equal(stderr, '');
    return stdout.trim().split(' ');
  };
  t.ok(complete(t, '').includes('check-config'));
  t.same(complete(t, 'tok'), ['token']);
  t.same(complete(t, 'token', 'create', '--u'), ['--user']);
  t.same(complete(t, '--config', 'a.yaml', 'device-type', ''), ['check']);
  t.end();
});

test('the package has the guides, without documents for developers', (t) => {
  t.notOk(guideNames(root).includes('development.md'));
  t.same(
    readdirSync(join(amd64, 'usr/share/doc/gatehouse'))
      .filter((name) => !/^(?:changelog.*\.gz|copyright|examples)$/.test(name))
      .sort(),
    guideNames(root),
  );
  t.end();
});

test('the copyright file names every package that is carried, with its licence', (t) => {
  const copyright = text('usr/share/doc/gatehouse/copyright');
  const unnamed = installed.filter(
    ({ name, version }) => !copyright.includes(`Comment: ${name} ${version}\n`),
  );
  t.same(unnamed, []);
  t.same(
    installed.filter((pinned) => licenceName(root, pinned) === ''),
    [],
  );
  t.end();
});
