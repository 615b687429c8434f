import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type Test } from 'tap';
import { runtimePackages } from '../tools/package/shrinkwrap.ts';
import { emptyOutput } from '../tools/release/output-folder.ts';
import { writeSbom } from '../tools/release/sbom.ts';
import { writeChecksums } from '../tools/release/signature.ts';
import { changedFiles, releaseNotes, sourceArchive } from '../tools/release/source-archive.ts';
import { root } from './source-files.ts';

/* The parts of a release that take no time; `npm run release` makes them all, `npm run check:package` installs what it makes. */

const release = { root, version: '1.2.3', seconds: 1_700_000_000 };

function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

interface Bom {
  readonly serialNumber: string;
  readonly metadata: { readonly timestamp: string };
  readonly components: readonly {
    readonly purl: string;
    readonly hashes: readonly { readonly content: string }[];
    readonly licenses: readonly { readonly license?: { readonly name?: string } }[];
  }[];
}

test('the list of components has every package that is carried, with digest and licence', (t) => {
  const text = writeSbom(release);
  const bom = JSON.parse(text) as Bom;
  t.equal(text, writeSbom(release), 'the same octets again');
  t.match(bom.serialNumber, /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-/);
  t.equal(bom.metadata.timestamp, '2023-11-14T22:13:20.000Z');
  t.same(
    bom.components.map(({ purl }) => purl),
    runtimePackages(root).map(
      ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ),
  );
  const bare = bom.components.filter(
    ({ hashes, licenses }) =>
      !/^[\da-f]{128}$/.test(hashes[0]?.content ?? '') || licenses[0]?.license?.name === 'unknown',
  );
  t.same(bare, []);
  t.end();
});

test('the source archive is the last commit, the same octets from another folder and another time', (t) => {
  const folder = temporaryFolder(t);
  const git = (cwd: string, ...line: readonly string[]) =>
    execFileSync('git', ['-C', cwd, '-c', 'user.name=x', '-c', 'user.email=x@example', ...line]);
  const one = join(folder, 'one');
  git(folder, 'init', '-q', one);
  writeFileSync(join(one, 'file'), 'content\n');
  git(one, 'add', '.');
  git(one, 'commit', '-q', '-m', 'first');
  const other = join(folder, 'another name');
  git(folder, 'clone', '-q', one, other);
  const archive = sourceArchive(one, '1.2.3');
  t.ok(archive.equals(sourceArchive(other, '1.2.3')));
  t.match(
    execFileSync('tar', ['-tz'], { input: archive, encoding: 'utf8' }),
    'gatehouse-1.2.3/file',
  );
  t.same(changedFiles(other), []);
  writeFileSync(join(other, 'new'), '');
  t.same(changedFiles(other), ['?? new']);
  t.end();
});

test('the notes are what the changelog says of the version', (t) => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n- next\n\n## [1.2.3] - 2026-01-02\n\n### Added\n\n- this\n\n## [1.2.2]\n\n- old\n';
  t.equal(releaseNotes(changelog, '1.2.3'), '# Gatehouse 1.2.3\n\n### Added\n\n- this\n');
  t.equal(releaseNotes(changelog, '2.0.0'), '# Gatehouse 2.0.0\n\n- next\n');
  t.throws(() => releaseNotes('# Changelog\n', '1.0.0'), /no part for 1\.0\.0/);
  t.end();
});

test('sha256sum accepts the checksums', (t) => {
  const folder = temporaryFolder(t);
  for (const name of ['a.deb', 'b.tar.gz']) writeFileSync(join(folder, name), name);
  writeChecksums(folder);
  writeChecksums(folder);
  t.equal(readFileSync(join(folder, 'SHA256SUMS'), 'utf8').split('\n').length, 3);
  const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], {
    cwd: folder,
    encoding: 'utf8',
  });
  t.equal(checked, 'a.deb: OK\nb.tar.gz: OK\n');
  t.end();
});

test('only the folder of a release is emptied', (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'of-others'), '');
  t.throws(() => {
    emptyOutput(folder, undefined);
  }, /--output .* has files that are not of a release/);
  t.same(readdirSync(folder), ['of-others']);
  const output = join(folder, 'release');
  mkdirSync(output);
  emptyOutput(output, join(folder, 'apt'));
  writeFileSync(join(output, 'a.deb'), '');
  t.throws(() => {
    emptyOutput(output, join(output, 'apt'));
  }, /--repository .* is in --output/);
  emptyOutput(output, undefined);
  t.same(readdirSync(output), ['SHA256SUMS'], 'also of a release that was cut off');
  t.end();
});
