import { gzipSync } from 'node:zlib';
import { execFileSync } from 'node:child_process';

const maxOctets = 512 * 1024 * 1024;

/** Returns all files of the last commit as tar.gz, in a folder of the version's name. */
export function sourceArchive(root: string, version: string): Buffer {
  const line = ['-C', root, 'archive', '--format=tar', `--prefix=gatehouse-${version}/`, 'HEAD'];
  return gzipSync(execFileSync('git', line, { maxBuffer: maxOctets }), { level: 9 });
}

/** Lists the files that differ from the last commit. */
export function changedFiles(root: string): readonly string[] {
  const line = ['-C', root, 'status', '--porcelain'];
  return execFileSync('git', line, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

/**
 * Returns the section of a version in the changelog; before its release, the section Unreleased.
 *
 * @throws Error if there is neither
 */
export function releaseNotes(changelog: string, version: string): string {
  const parts = changelog.split(/^(?=## \[)/m).slice(1);
  const part =
    parts.find((text) => text.startsWith(`## [${version}]`)) ??
    parts.find((text) => text.startsWith('## [Unreleased]'));
  if (part === undefined) throw new Error(`CHANGELOG.md has no part for ${version}`);
  return `# Gatehouse ${version}${part.slice(part.indexOf('\n'))}`.trimEnd().concat('\n');
}
