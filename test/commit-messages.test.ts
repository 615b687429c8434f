import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { root } from './source-files.ts';

/** The last commit before subjects were checked; counts until the first release has a tag. */
const firstBase = 'build: bring Node 24 along as an npm package';

/** CONTRIBUTING.md lists the types of commits; this is the only list. */
const types = [
  ...(
    /^Types: (.*)$/m.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))?.[1] ?? ''
  ).matchAll(/`(\w+)`/g),
].map(([, type = '']) => type);

const conventional = new RegExp(
  `^(?:${types.join('|')})(?:\\([a-z0-9/_.-]+(?:, [a-z0-9/_.-]+)*\\))?!?: \\S.*[^.\\s]$`,
);

/** Runs git in a folder and returns the lines that it prints; null if git ends with an error. */
function git(folder: string, ...args: readonly string[]): readonly string[] | null {
  try {
    const text = execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: 'pipe' });
    return text.split('\n').filter((line) => line !== '');
  } catch {
    return null;
  }
}

/** Returns the last tag, else the commit of the first base, else null: a shallow clone reaches neither. */
function baseOf(folder: string): string | null {
  const [tag] = git(folder, 'describe', '--tags', '--abbrev=0') ?? [];
  if (tag) return tag;
  const commits = git(folder, 'log', '--format=%H %s') ?? [];
  return commits.find((commit) => commit.slice(41) === firstBase)?.slice(0, 40) ?? null;
}

/**
 * Lists the subjects since the last tag or the first base; in a shallow clone, those that it holds.
 *
 * @returns null if the folder is no git repository
 */
function subjectsOf(folder: string): readonly string[] | null {
  if (!existsSync(join(folder, '.git'))) return null;
  const base = baseOf(folder);
  const range = base === null ? 'HEAD' : `${base}..HEAD`;
  const subjects = git(folder, 'log', '--no-merges', '--format=%s', range);
  if (subjects === null) throw new Error(`git cannot read the history of ${folder}`);
  return subjects;
}

const unconventional = (subjects: readonly string[]) =>
  subjects.filter((subject) => !conventional.test(subject));

test('every commit since the last release has a conventional subject', (t) => {
  const subjects = subjectsOf(root);
  if (subjects === null) t.comment('no git history here: no subjects to check');
  t.same(unconventional(subjects ?? []), []);
  t.end();
});

test('other subjects are found', (t) => {
  t.ok(types.length > 5, types.join(' '));
  const good = [
    'fix(aaa): drop exactly the overflow of the decision log',
    'refactor: give the folders rooms',
    'feat(radius/proxy)!: forward accounting by realm',
    'refactor(radius, aaa): count a login once',
  ];
  const bad = [
    'aaa: a client over TLS needs no secret',
    'store, radius: what two files said is said once',
    'fix(aaa):no space',
    'fix(aaa): ends with a full stop.',
    'Fix(aaa): capital',
    'wip',
  ];
  t.same(unconventional([...good, ...bad]), bad);
  t.end();
});

test('the history is read since the base, and as far as a shallow clone reaches', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'commits-'));
  tap.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const commit = (place: string, subject: string) => {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
    git(place, ...author, 'commit', '--quiet', '--allow-empty', '--message', subject);
  };
  t.equal(subjectsOf(folder), null, 'no repository');
  git(folder, 'init', '--quiet', 'all');
  const all = join(folder, 'all');
  for (const subject of ['begin', firstBase, 'fix: a']) commit(all, subject);
  t.same(subjectsOf(all), ['fix: a']);
  git(folder, 'clone', '--quiet', '--depth=1', `file://${all}`, 'shallow');
  t.same(subjectsOf(join(folder, 'shallow')), ['fix: a']);
  git(all, 'tag', 'v1');
  commit(all, 'feat: b');
  t.same(subjectsOf(all), ['feat: b']);
  t.end();
});
