import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { requestOf } from '../src/api-client/call.ts';
import { parseApiCommand, takeConnection } from '../src/api-client/command-line.ts';
import { operationsOf, readOperations } from '../src/api-client/operations.ts';
import { guideBlock, guideBlocks } from '../tools/documents/guide-blocks.ts';
import { guideNames } from '../tools/documents/guides.ts';
import { renderMarkdown } from '../tools/documents/markdown.ts';
import { GatewayProcess } from './gateway-process.ts';
import { root } from './source-files.ts';
import { gatewayCommand, packageRoot } from '../src/runtime/package-root.ts';

/* The tour of the README gives what it shows: its commands are run as they stand, and `…` stands for anything. */

const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(() => gateway.remove());

const readme = readFileSync(new URL('README.md', packageRoot), 'utf8');

interface Step {
  readonly command: string;
  readonly shown: string;
}

const steps = guideBlocks('console').flatMap(({ text: block }): Step[] =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => ({
      command: text.slice(0, text.indexOf('\n')),
      shown: text.slice(text.indexOf('\n') + 1).trim(),
    })),
);

const base = `http://127.0.0.1:${gateway.httpPort}`;

/** Same ports, hosts and folder as the gateway of this test. */
const here = (command: string) =>
  command
    .replace('http://localhost:8080', base)
    .replace('localhost:1813', `127.0.0.1:${gateway.acctPort}`)
    .replaceAll(/\bGATEWAY\//g, `${base}/`);

const run = (script: string) =>
  new Promise<string>((resolve) => {
    execFile(
      'bash',
      ['-c', script],
      { cwd: gateway.folder, timeout: 60_000 },
      (_error, stdout, stderr) => {
        resolve(stdout + stderr);
      },
    );
  });

const patternOf = (shown: string) =>
  new RegExp(`^${shown.split('…').map(escape).join('[\\s\\S]*?')}$`);
const escape = (text: string) =>
  text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('127.0.0.1:1813', '[0-9.:]+');

test('every command of the tour shows what the README shows', async (t) => {
  t.ok(steps.length >= 9, `${steps.length} commands`);
  const marker = '--- next ---';
  const output = await run(
    steps.map(({ command }) => `${here(command)}\necho '${marker}'`).join('\n'),
  );
  for (const [position, text] of output.split(`${marker}\n`).slice(0, -1).entries()) {
    const step = steps[position];
    t.match(text.trim(), patternOf(step?.shown ?? ''), step?.command ?? '');
  }
});

test('the comparison notices another output', (t) => {
  t.notMatch('{"id":1,"status":true}', patternOf('{"id":1,…"status":false}'));
  t.notMatch('{"id":1} and more', patternOf('{"id":1}'));
  t.end();
});

const docs = guideNames(root);
const guide = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

const prepared = [
  'set -eo pipefail',
  `export GATEHOUSE_URL=${base} GATEHOUSE_TOKEN_FILE=${gateway.folder}/data/admin-token`,
  `GH=${base}/control/api/v1 TOKEN=$(cat "$GATEHOUSE_TOKEN_FILE")`,
];

test('every block of the guides for a running gateway runs without an error', async (t) => {
  await gateway.control('POST', '/inventory_device/', {
    name: 'ap-1',
    type: 'icmp',
    ip_address: '127.0.0.1',
  });
  await gateway.gate('POST', '/access_point/', { name: 'lobby', mac: '02:00:5E:00:53:01' });
  const quiet = [
    `gatehouse() { '${process.execPath}' '${gatewayCommand}' "$@" >/dev/null; }`,
    'curl() { command curl -sS --fail-with-body --max-time 60 "$@" >/dev/null; }',
  ];
  for (const { place, text } of guideBlocks('sh run'))
    t.match(
      await run([...prepared, ...quiet, here(text), 'echo well'].join('\n')),
      /^well$/m,
      `${place}: ${text}`,
    );
  for (const { place, text } of guideBlocks('http run')) {
    const [, method = '', path = '', body = ''] = /^(\w+) (\S+)\n([^]*)$/.exec(text) ?? [];
    const sent: unknown = JSON.parse(body.replace('…', 'a'.repeat(64)));
    t.equal((await gateway.call(method, path, sent)).status, 201, place);
  }
});

test('the stream of events begins as the guide shows', async (t) => {
  const streaming = `exec 3< <(${here(guideBlock('sh stream')).trim().replace('curl', 'exec curl')} 2>/dev/null)`;
  const script = [...prepared, streaming, 'head -n 1 <&3; kill $!'].join('\n');
  t.match(await run(script), /^retry: \d+\n$/);
});

test('every gatehouse command in the guides and in README.md exists', (t) => {
  const table = execFileSync(process.execPath, [gatewayCommand, 'completion', 'bash'], {
    encoding: 'utf8',
  });
  const commands = new Map(
    [...table.matchAll(/^ +'([\w -]*)'\) words=\$?['"](.*?)['"](?: names=.*)? ;;$/gm)].map(
      ([, path = '', words = '']) => [path, words.split('\\n')] as const,
    ),
  );
  t.ok(commands.size > 10, `${commands.size} commands`);
  const operations = readOperations();
  const faultOf = (line: string) => {
    const words = wordsOf(line);
    const [first = '', second = ''] = words;
    if (first === 'help') return '';
    if (first === 'api') return apiFault(words.slice(1), operations);
    if (first.startsWith('--')) return unknownOptions(line, ['--version', '--help']);
    const known = commands.get(`${first} ${second}`) ?? commands.get(first);
    return known ? unknownOptions(line, known) : `${line}: no command`;
  };
  const lines = [readme, ...docs.map(guide)].flatMap(gatehouseLines);
  t.ok(lines.length > 30, `${lines.length} commands`);
  t.same(
    lines.map(faultOf).filter((fault) => fault !== ''),
    [],
  );
  t.match(faultOf('bakup x'), /no command/);
  t.match(faultOf('backup x --with-kee'), /--with-kee/);
  t.match(faultOf('api user lst'), /unknown action/);
  t.end();
});

/** Returns what follows `gatehouse` in blocks of a shell and between backticks. */
function gatehouseLines(text: string): readonly string[] {
  const inBlocks = [...text.matchAll(/^```(?:sh|console)[^\n]*\n([\s\S]*?)^```$/gm)].flatMap(
    ([, block = '']) => [
      ...block
        .replaceAll('\\\n', ' ')
        .matchAll(/(?:^|[|;&$] )(?:sudo )?gatehouse((?: [^\n|;&#]*)?)/gm),
    ],
  );
  const inText = text.matchAll(/`gatehouse( [^`\n]+)`/g);
  return [...inBlocks, ...inText].map(([, line = '']) => line.trim());
}

function unknownOptions(line: string, known: readonly string[]): string {
  const options = wordsOf(line).flatMap((word) => (word.match(/^--[\w-]+/) ?? []).slice(0, 1));
  const unknown = options.filter((option) => !known.includes(option));
  return unknown.length > 0 ? `${line}: ${unknown.join(' ')}` : '';
}

function wordsOf(line: string): readonly string[] {
  return (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
    word.replace(/^(["'])(.*)\1$/, '$2'),
  );
}

function apiFault(words: readonly string[], operations: ReturnType<typeof readOperations>): string {
  const { rest } = takeConnection(words);
  const [resource = '', action = ''] = rest;
  if (resource === '' || resource === '--help' || resource === 'gateway' || resource === 'RESOURCE')
    return '';
  try {
    if (action === '') operationsOf(operations, resource);
    else requestOf(parseApiCommand(words, operations), () => '{}');
    return '';
  } catch (error) {
    return `api ${words.join(' ')}: ${String(error)}`;
  }
}

test('the gateway serves the guides as self-contained pages', async (t) => {
  const read = async (path: string) => {
    const reply = await fetch(`http://127.0.0.1:${gateway.httpPort}${path}`);
    return {
      status: reply.status,
      policy: reply.headers.get('content-security-policy') ?? '',
      text: await reply.text(),
    };
  };
  t.match((await read('/')).text, '<a href="/docs/">');
  const index = await read('/docs/');
  t.match(index, { status: 200, text: '<h1>Guides</h1>' });
  const paths = new Set(
    [...index.text.matchAll(/href="(\/docs\/[^"]+)"/g)].map(([, path = '']) => path),
  );
  t.same(
    [...paths].sort(),
    docs.map((name) => `/docs/${name.replace('.md', '')}/`),
  );
  for (const path of paths) {
    const { status, policy, text } = await read(path);
    const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    t.ok(policy.startsWith(`default-src 'none'; style-src 'sha256-${digest}';`), path);
    t.equal(status, 200, path);
    t.notMatch(text, /<(?:script|img|link|iframe)|\bsrc=/, path);
    const linked = [...text.matchAll(/href="(\/docs\/[a-z-]+\/)/g)].map(([, one = '']) => one);
    t.same(
      linked.filter((one) => !paths.has(one)),
      [],
      path,
    );
  }
  t.equal((await read('/docs/no-such-guide')).status, 404);
  for (const name of ['decisions', 'development'])
    t.equal((await read(`/docs/${name}/`)).status, 404, `${name}: for developers`);
  t.equal((await read('/docs/..%2f..%2fcli')).status, 404);
});

test('HTML in a guide is text, and a link must lead somewhere', (t) => {
  const page = renderMarkdown('# A & `b`\n\n<script>x</script>\n\n[it](install.md#first) <b>c</b>');
  t.match(page, /^<h1 id="a-b">A &amp; <code>b<\/code><\/h1>/);
  t.match(page, /&lt;script>x&lt;\/script>/);
  t.match(page, /<a href="\/docs\/install\/#first">it<\/a> &lt;b>c&lt;\/b>/);
  t.throws(() => renderMarkdown('[x](javascript:alert)'), /leads nowhere/);
  t.end();
});
