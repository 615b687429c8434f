import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { findFile } from '../page/page-files.ts';
import { findPageById } from '../page/page-store.ts';
import { styleOfPage } from './page-style.ts';
import { digestOf, type StyleFile, type StyleFiles } from './style-files.ts';

const css = 'text/css; charset=utf-8';

/** Adds the style sheets and pictures of the pages, `/portal/style/…`. @param files  the shipped ones, read at the first call */
export function addStyleFiles(
  scope: FastifyInstance,
  gateway: Gateway,
  files: () => StyleFiles,
): void {
  scope.get('/portal/style/:file', (request, reply) => {
    const { file } = isRecord(request.params) ? request.params : {};
    const found = files().find(String(file));
    if (!found) throw new Fault('not_found', 'Not found.');
    return sendFile(found, request, reply);
  });
  scope.get('/portal/style/page/:file', async (request, reply) => {
    const { file } = isRecord(request.params) ? request.params : {};
    const id = /^(\d{1,9})\.css$/.exec(String(file))?.[1];
    const page = id === undefined ? null : await findPageById(gateway.store, Number(id));
    if (!page) throw new Fault('not_found', 'Not found.');
    const body = styleOfPage(page);
    return sendFile({ type: css, body, digest: digestOf(body) }, request, reply);
  });
}

/** Adds the pictures and fonts of the pages, `/portal/file/…`. */
export function addPageFiles(scope: FastifyInstance, { store }: Gateway): void {
  scope.get('/portal/file/:file', async (request, reply) => {
    const { file } = isRecord(request.params) ? request.params : {};
    const found = await findFile(store, String(file));
    if (!found) throw new Fault('not_found', 'Not found.');
    return sendFile(found, request, reply);
  });
}

/** Sends a file: for good under the address of this content, else until it changes. It may load no other host either. */
function sendFile(
  { type, body, digest }: Omit<StyleFile, 'body'> & { readonly body: string | Buffer },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const etag = `"${digest}"`;
  const [path = '', query] = request.url.split('?');
  const isCurrent = path.includes(digest) || new URLSearchParams(query).get('v') === digest;
  void reply.headers({
    etag,
    'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  if (known.includes(etag)) return reply.code(304).send();
  return reply.type(type).send(body);
}
