import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { test } from 'tap';
import { replyWithError } from '../../src/http/error-reply.ts';
import { addConsolePages } from '../../src/http/page/console.ts';
import { addFrontPage } from '../../src/http/page/front-page.ts';
import { pathOf } from '../../src/http/route.ts';
import { startSite } from '../radius/fixture.ts';

const page = '<!doctype html><script type="module" src="./main-ABCD1234.js"></script>';
const script = 'export {};';

test('the console is served by its address, compressed, and never from elsewhere', async (t) => {
  const site = await startSite();
  t.teardown(() => site.stop());
  const parent = mkdtempSync(join(tmpdir(), 'console-'));
  t.teardown(() => {
    rmSync(parent, { recursive: true });
  });
  const folder = join(parent, 'console');
  mkdirSync(folder);
  writeFileSync(join(parent, 'secret.json'), '{}');
  const serve = async (isEnabled: boolean) => {
    const gateway = {
      ...site.gateway,
      config: {
        ...site.gateway.config,
        console: { ...site.gateway.config.console, enabled: isEnabled },
      },
    };
    const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, rewriteUrl: pathOf });
    app.setErrorHandler((error, request, reply) =>
      replyWithError({ gateway, request, reply }, error),
    );
    addFrontPage(app, gateway, () => Promise.resolve(true));
    addConsolePages(app, gateway, pathToFileURL(`${folder}/`));
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    t.teardown(() => app.close());
    return async (path: string, headers: Readonly<Record<string, string>> = {}) => {
      const reply = await fetch(address + path, {
        redirect: 'manual',
        headers: { 'accept-encoding': 'identity', ...headers },
      });
      return { status: reply.status, headers: reply.headers, text: await reply.text() };
    };
  };
  const ask = await serve(true);
  const missing = await ask('/console/');
  t.match(missing, { status: 503, text: /not built.*npm run build/s });
  for (const [name, content] of Object.entries({
    'index.html': page,
    'main-ABCD1234.js': script,
  })) {
    writeFileSync(join(folder, name), content);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content));
  }
  writeFileSync(join(folder, 'icon.svg'), '<svg/>');
  writeFileSync(join(folder, '.hidden.json'), '{}');
  const index = await ask('/console/');
  t.match(index, { status: 200, text: page });
  t.equal(index.headers.get('cache-control'), 'no-cache');
  t.match(
    index.headers.get('content-security-policy'),
    /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'; base-uri 'none'/,
  );
  const tag = index.headers.get('etag') ?? '';
  t.equal((await ask('/console/', { 'if-none-match': tag })).status, 304);
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['zstd', null],
  ] as const) {
    const { headers, text } = await ask('/console/main-ABCD1234.js', {
      'accept-encoding': accepted,
    });
    t.same([headers.get('content-encoding'), text], [encoding, script], accepted);
    t.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    t.equal(headers.get('vary'), 'accept-encoding');
  }
  t.equal((await ask('/console/icon.svg')).headers.get('cache-control'), 'no-cache');
  t.equal((await ask('/console/devices')).text, page, 'an address within the page');
  t.match((await ask('/console/devices/7')).text, 'src="../main-ABCD1234.js"');
  t.match((await ask('/console?x=1')).headers.get('location'), /^console\/$/);
  for (const path of [
    '/console/absent-ABCD1234.js',
    '/console/..%2fsecret.json',
    '/console/%2e%2e%2fsecret.json',
    '/console/.hidden.json',
    '/console/main-ABCD1234.js.br',
  ])
    t.equal((await ask(path)).status, 404, path);
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const front = await ask('/', browser);
  t.same([front.status, front.headers.get('location')], [302, 'console/']);
  t.match(await ask('/'), { status: 200, text: 'href="/console/"' }, 'for others, a list of links');
  const off = await serve(false);
  t.equal((await off('/console/')).status, 404);
  t.match(await off('/', browser), { status: 200, text: /^(?!.*\/console\/)/s });
});
