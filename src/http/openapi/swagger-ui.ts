import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { compilersFactory } from '../compilers.ts';
import { securityHeaders } from '../security-headers.ts';
import type { Api } from '../../gateway/endpoint.ts';
import { createOpenApiDocument } from './document.ts';

const logo = {
  type: 'image/svg+xml',
  content:
    '<svg xmlns="http://www.w3.org/2000/svg" width="170" height="40"><text y="28" fill="#fff" font-family="sans-serif" font-size="24">Gatehouse</text></svg>',
};

/** Swagger UI brings its own scripts; it sets styles on elements and has icons as data. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Creates the server of the documentation: the OpenAPI document and Swagger UI of each API. */
export async function createDocumentationServer(apis: readonly Api[]): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    routerOptions: { ignoreTrailingSlash: true },
    schemaController: { compilersFactory },
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    void reply.headers({ ...securityHeaders, 'content-security-policy': pagePolicy });
    return Promise.resolve(payload);
  });
  for (const api of apis) await app.register((scope) => mount(scope, api), { prefix: api.prefix });
  await app.ready();
  return app;
}

async function mount(scope: FastifyInstance, api: Api): Promise<void> {
  // The plug-in serves the document, which is created from the endpoints.
  await scope.register(swagger, {
    openapi: {},
    hideUntagged: true,
    transformObject: () => createOpenApiDocument(api),
  });
  await scope.register(swaggerUi, {
    routePrefix: '/docs',
    // Without it the page requests its assets at /docs if its own address has no trailing slash.
    indexPrefix: api.prefix,
    // Folded: with some 110 operations unfolded, the page draws the first tag only.
    uiConfig: {
      persistAuthorization: false,
      showExtensions: true,
      docExpansion: 'none',
      filter: true,
    },
    theme: { title: api.title },
    logo,
  });
  scope.get('/openapi.json', () => scope.swagger());
}
