import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { root } from './source-files.ts';

const folder = join(root, 'docs/decisions');
const index = 'README.md';
const parts = ['Status', 'Context', 'Decision', 'Consequence'];
const maxLines = 25;

/** The texts of a folder of decisions by the names of their files. */
type Decisions = ReadonlyMap<string, string>;

const decisions: Decisions = new Map(
  readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);

const filesOf = (texts: Decisions) => [...texts.keys()].filter((name) => name !== index);

/** Returns what is wrong with the form of each decision: its title, its parts, its status and its length. */
function formFaults(texts: Decisions): readonly string[] {
  return filesOf(texts).flatMap((name) => {
    const text = texts.get(name) ?? '';
    const number = name.slice(0, 3);
    const [, ...found] = text.split(/^## /m).map((part) => part.split('\n')[0]);
    const [status = ''] = /(?<=^## Status\n\n).*$/m.exec(text) ?? [];
    const isFilled = text.split(/^## .*$/m).every((part) => part.trim() !== '');
    const faults = [
      !text.startsWith(`# ${number}. `) && `title does not begin with "# ${number}. "`,
      found.join() !== parts.join() && `parts are ${found.join(', ')}`,
      !isFilled && 'a part is empty',
      !/^(?:Accepted|Replaced by \d{3})\.$/.test(status) && `status is "${status}"`,
      text.trimEnd().split('\n').length > maxLines && `has more than ${maxLines} lines`,
    ];
    return faults.filter((fault) => fault !== false).map((fault) => `${name}: ${fault}`);
  });
}

/** Returns the numbers that are missing or used twice, counted from 001. */
function numberFaults(texts: Decisions): readonly string[] {
  return filesOf(texts)
    .map((name, at) => [name, String(at + 1).padStart(3, '0')] as const)
    .filter(([name, number]) => !new RegExp(`^${number}-[a-z\\d-]+\\.md$`).test(name))
    .map(([name, number]) => `${name}: expected ${number}`);
}

/** Returns the decisions that the index does not list exactly once with their title, and the links that lead nowhere. */
function indexFaults(texts: Decisions): readonly string[] {
  const listed = [...(texts.get(index) ?? '').matchAll(/^- \[(.*)\]\((.*)\)$/gm)].map(
    ([, title = '', name = '']) => ({ title, name }),
  );
  const wrong = filesOf(texts).filter((name) => {
    const [entry, another] = listed.filter((line) => line.name === name);
    return another !== undefined || `# ${entry?.title ?? ''}` !== texts.get(name)?.split('\n')[0];
  });
  const lost = listed.map(({ name }) => name).filter((name) => !texts.has(name));
  return [...wrong, ...lost];
}

test('each decision has a title, its four parts in order and a status', (t) => {
  t.same(formFaults(decisions), []);
  t.end();
});

test('the numbers of the decisions have no gap', (t) => {
  t.same(numberFaults(decisions), []);
  t.end();
});

test('the index lists each decision exactly once', (t) => {
  t.same(indexFaults(decisions), []);
  t.end();
});

test('faults of decisions are found', (t) => {
  const text = (title: string, ...names: readonly string[]) =>
    `# ${title}\n\n${names.map((name) => `## ${name}\n\nAccepted.\n\n`).join('')}`;
  const faulty: Decisions = new Map([
    [index, '- [001. One](001-one.md)\n- [001. One](001-one.md)\n- [Gone](002-gone.md)\n'],
    ['001-one.md', text('001. One', 'Status', 'Decision', 'Context', 'Consequence')],
    ['003-three.md', text('3. Three', ...parts).replace('Accepted', 'Maybe')],
    ['004-four.md', text('004. Four', ...parts).concat('more\n'.repeat(20))],
    ['004-again.md', text('004. Again', ...parts).replace(/Accepted\.\n*$/, '')],
  ]);
  t.same(formFaults(faulty), [
    '001-one.md: parts are Status, Decision, Context, Consequence',
    '003-three.md: title does not begin with "# 003. "',
    '003-three.md: status is "Maybe."',
    '004-four.md: has more than 25 lines',
    '004-again.md: a part is empty',
  ]);
  t.same(numberFaults(faulty), ['003-three.md: expected 002', '004-four.md: expected 003']);
  t.same(indexFaults(faulty), [
    '001-one.md',
    '003-three.md',
    '004-four.md',
    '004-again.md',
    '002-gone.md',
  ]);
  t.end();
});
