import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCode, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { packageRoot } from '../../runtime/package-root.ts';
import { matchesIfNoneMatch } from '../precondition.ts';

/** Folder of the built console: `index.html`, and files with a hash in their names, each as it is, as .br and as .gz. */
const builtFolder = new URL('dist/console/', packageRoot);

/** Policy of the console: only its own files and its own gateway. */
const consoleHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'cross-origin-resource-policy': 'same-origin',
  vary: 'accept-encoding',
} as const;

const html = 'text/html; charset=utf-8';
const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html,
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

/** A file as it is sent. */
interface ConsoleFile {
  readonly content: Buffer;
  /** Content-Encoding; null: it is not compressed. */
  readonly encoding: string | null;
}

/** Adds the pages of the console at `/console/`. Paths without a dot in their last part are addresses within the page. */
export function addConsolePages(
  app: FastifyInstance,
  { config }: Pick<Gateway, 'config'>,
  folder: URL = builtFolder,
): void {
  if (!config.console.enabled) return;
  void app.register((scope, _options, done) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      void reply.headers(consoleHeaders);
      return Promise.resolve(payload);
    });
    scope.get('/console', async (request, reply) =>
      // Addresses in the page are relative to its folder.
      /^\/console(?:\?|$)/.test(request.url)
        ? reply.redirect('console/')
        : sendPage({ folder, request, reply }, ''),
    );
    scope.get<{ Params: { '*': string } }>('/console/*', async (request, reply) => {
      const { '*': path } = request.params;
      const exchange = { folder, request, reply };
      return /\.[^/]*$/.test(path) ? sendFile(exchange, path) : sendPage(exchange, path);
    });
    done();
  });
}

interface Exchange {
  readonly folder: URL;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A file whose name has a hash of its content, as bundlers write it: `main-3KZ7QJ5A.js`. */
const hashedName = /[-.][A-Za-z0-9_]{8,}\.\w+$/;
// A part of a path begins with no dot, so that it leads to no other folder.
const validPath = /^(?:[\w-][\w.-]{0,99}\/){0,8}[\w-][\w.-]{0,99}$/;

/** @throws Fault `not_found` */
async function sendFile({ folder, request, reply }: Exchange, path: string): Promise<FastifyReply> {
  const type = mediaTypes[/\.(\w+)$/.exec(path)?.[1] ?? ''];
  const found =
    type !== undefined && validPath.test(path)
      ? await readVariant(new URL(path, folder), request.headers['accept-encoding'])
      : null;
  if (!found || type === undefined) throw new Fault('not_found', 'Not found.');
  const isImmutable = hashedName.test(path);
  void reply.header(
    'cache-control',
    isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  return send({ request, reply }, { ...found, type });
}

/** Sends the page, whose addresses are relative to the folder of the console. @param path  below it */
async function sendPage(exchange: Exchange, path: string): Promise<FastifyReply> {
  const { folder, request, reply } = exchange;
  const depth = path.split('/').length - 1;
  const accepted = depth === 0 ? request.headers['accept-encoding'] : undefined;
  const found = await readVariant(new URL('index.html', folder), accepted);
  void reply.header('cache-control', 'no-cache');
  if (!found) return reply.code(503).type(html).send(notBuilt);
  const content = depth === 0 ? found.content : atDepth(found.content, depth);
  return send({ request, reply }, { ...found, content, type: html });
}

function atDepth(page: Buffer, depth: number): Buffer {
  const up = '../'.repeat(depth);
  return Buffer.from(page.toString().replaceAll(/\b(src|href)="\.\//g, `$1="${up}`));
}

function send(
  { request, reply }: Pick<Exchange, 'request' | 'reply'>,
  { content, encoding, type }: ConsoleFile & { readonly type: string },
): FastifyReply {
  const tag = `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
  void reply.header('etag', tag);
  if (matchesIfNoneMatch(request.headers['if-none-match'], tag)) return reply.code(304).send();
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.type(type).send(content);
}

/** Reads a file in the best encoding that the client accepts. @returns null: there is no such file */
async function readVariant(file: URL, accepted = ''): Promise<ConsoleFile | null> {
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
    [null, ''],
  ] as const) {
    if (encoding !== null && !accepts(accepted, encoding)) continue;
    const content = await readFile(new URL(`${file.href}${ending}`)).catch(absent);
    if (content) return { content, encoding };
  }
  return null;
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
    return name === encoding && !parameters.some((word) => /^q=0(?:\.0*)?$/.test(word));
  });
}

/** Other errors, such as too many open files, do not mean that the file is missing. */
function absent(error: unknown): null {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
  throw error;
}

const notBuilt = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gatehouse: the console is not built</title>
</head>
<body>
<h1>The console is not built</h1>
<p>Its pages are missing in <code>dist/console</code>. Run <code>npm run build</code> in the folder of Gatehouse, and load this page again. A package or an image has them: install it again.</p>
<p>The gateway itself works: see the <a href="../docs/">guides</a>.</p>
</body>
</html>
`;
