import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { copyrightFile } from './copyright.ts';
import { guideNames } from '../documents/guides.ts';
import { layOutProgram, type ProgramTreeOptions } from './program-tree.ts';
import { runtimePackages } from './shrinkwrap.ts';

const program = 'usr/lib/gatehouse';

/** Files of `packaging` that the guides point to. */
const examples = [
  'ansible/gatehouse_inventory.py',
  'grafana/device.json',
  'grafana/radius.json',
  'grafana/site.json',
  'prometheus/gatehouse-rules.yml',
  'prometheus/prometheus.yml',
  'python/gatehouse_client.py',
  'python/pyproject.toml',
];

/** Lays out the files of the Debian package, without its control files. */
export function layOutDebianFiles(options: ProgramTreeOptions): void {
  const { root, into, architecture } = options;
  mkdirSync(join(into, program), { recursive: true });
  layOutProgram({ ...options, into: join(into, program) });
  addConfiguration(into);
  addCommand(into);
  copyTo(
    join(root, 'packaging/gatehouse.service'),
    into,
    'usr/lib/systemd/system/gatehouse.service',
  );
  copyTo(join(root, 'packaging/sysusers.conf'), into, 'usr/lib/sysusers.d/gatehouse.conf');
  copyTo(
    join(root, 'packaging/debian/lintian-overrides'),
    into,
    'usr/share/lintian/overrides/gatehouse',
  );
  addDocuments(root, into, architecture.npm);
  addCommandDocuments(root, into);
}

/** Sets where a package has its data, and links the shipped file and the folder of the site's keys to each other. */
function addConfiguration(into: string): void {
  const file = join(into, program, 'config/gatehouse.yaml');
  const text = readFileSync(file, 'utf8')
    .replace(/^data_dir: .*$/m, 'data_dir: /var/lib/gatehouse')
    .replace(/^secret_key_file: .*$/m, 'secret_key_file: /etc/gatehouse/secret.key');
  const [head = '', ...rest] = text.split('\n');
  const note =
    '# An upgrade replaces this file. Write your keys into files of /etc/gatehouse/conf.d, such as site.yaml.';
  const shipped = [head, note, ...rest].join('\n');
  writeFileSync(file, shipped);
  // An upgrade compares the file with this one, to keep the keys that were edited.
  writeFileSync(join(into, program, 'config/gatehouse.shipped.yaml'), shipped);
  mkdirSync(join(into, 'etc/gatehouse/conf.d'), { recursive: true });
  symlinkSync('/etc/gatehouse/conf.d', join(into, program, 'config/conf.d'));
  symlinkSync(`/${program}/config/gatehouse.yaml`, join(into, 'etc/gatehouse/gatehouse.yaml'));
}

/** Writes the command, which starts the packaged Node with the options of the compiled program. */
function addCommand(into: string): void {
  const cli = readFileSync(join(into, program, 'dist/gateway/cli.js'), 'utf8');
  const options = /^#!.* node (.*)$/m.exec(cli)?.[1];
  if (options === undefined) throw new Error('dist/gateway/cli.js names no options of Node');
  const line = `exec /${program}/bin/node ${options} /${program}/dist/gateway/cli.js "$@"`;
  writeTo(into, 'usr/bin/gatehouse', `#!/bin/sh\n${line}\n`);
}

function addDocuments(root: string, into: string, npm: string): void {
  const folder = 'usr/share/doc/gatehouse';
  const carried = runtimePackages(root).filter(
    ({ isOptional, name }) => !isOptional || name.includes(`linux-${npm}`),
  );
  writeTo(into, `${folder}/copyright`, copyrightFile(root, carried));
  const changes = readFileSync(join(root, 'CHANGELOG.md'));
  writeTo(into, `${folder}/changelog.gz`, gzipSync(changes, { level: 9 }));
  for (const path of examples)
    copyTo(join(root, 'packaging', path), into, `${folder}/examples/${basename(path)}`);
  for (const name of guideNames(root)) cpSync(join(root, 'docs', name), join(into, folder, name));
}

/** Manual page and completions by path, for all processors of one run. */
let commandDocuments: ReadonlyMap<string, string | Buffer> | null = null;

function addCommandDocuments(root: string, into: string): void {
  commandDocuments ??= describeCommandLine(root);
  for (const [path, content] of commandDocuments) writeTo(into, path, content);
}

/** Asks the command line for its own documents; paths of the checkout become paths of the package. */
function describeCommandLine(root: string): ReadonlyMap<string, string | Buffer> {
  const run = (...line: readonly string[]) =>
    execFileSync(process.execPath, [join(root, 'dist/gateway/cli.js'), ...line], {
      encoding: 'utf8',
    })
      .replaceAll(root.replaceAll('-', '\\-'), `/${program}/`)
      .replaceAll(root, `/${program}/`);
  return new Map<string, string | Buffer>([
    ['usr/share/man/man8/gatehouse.8.gz', gzipSync(run('manual'), { level: 9 })],
    ['usr/share/man/man1/gatehouse-api.1.gz', gzipSync(run('manual', 'api'), { level: 9 })],
    ['usr/share/bash-completion/completions/gatehouse', run('completion', 'bash')],
    ['usr/share/zsh/vendor-completions/_gatehouse', run('completion', 'zsh')],
    ['usr/share/fish/vendor_completions.d/gatehouse.fish', run('completion', 'fish')],
  ]);
}

function copyTo(from: string, into: string, path: string): void {
  writeTo(into, path, readFileSync(from));
}

function writeTo(into: string, path: string, content: string | Buffer): void {
  mkdirSync(join(into, dirname(path)), { recursive: true });
  writeFileSync(join(into, path), content);
}
