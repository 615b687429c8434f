import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { errorCode, Fault } from '../../contract/errors.ts';
import { packageRoot } from '../../runtime/package-root.ts';
import { documentPolicy } from './document-style.ts';

const folder = new URL('dist/gateway/docs/', packageRoot);

/** Adds the guides of `docs/`, which the build has rendered, at `/docs/`, readable without the Internet and without a token. */
export function addDocumentPages(app: FastifyInstance): void {
  void app.register((scope, _options, done) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      void reply.header('content-security-policy', documentPolicy);
      return Promise.resolve(payload);
    });
    const send = async (name: string) => {
      // A name of letters and hyphens cannot leave the folder.
      if (!/^[a-z-]{1,64}$/.test(name)) throw new Fault('not_found', 'Not found.');
      return readFile(new URL(`${name}.html`, folder), 'utf8').catch((error: unknown) => {
        // Other errors, such as too many open files, do not mean that the page is missing.
        if (errorCode(error) !== 'ENOENT') throw error;
        throw new Fault('not_found', 'Not found.', { cause: error });
      });
    };
    scope.get('/docs', async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(await send('index')),
    );
    scope.get<{ Params: { name: string } }>('/docs/:name', async ({ params }, reply) =>
      reply.type('text/html; charset=utf-8').send(await send(params.name)),
    );
    done();
  });
}
