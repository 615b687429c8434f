import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { compilersFactory } from '../compilers.ts';
import { createOpenApiDocument, type Api } from './document.ts';

const logo = {
  type: 'image/svg+xml',
  content:
    '<svg xmlns="http://www.w3.org/2000/svg" width="170" height="40"><text y="28" fill="#fff" font-family="sans-serif" font-size="24">Gatehouse</text></svg>',
};

/** What tells of the APIs: each one's OpenAPI document and Swagger UI, under its own prefix. */
export async function createDocumentationServer(apis: readonly Api[]): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    routerOptions: { ignoreTrailingSlash: true },
    schemaController: { compilersFactory },
  });
  for (const api of apis) await app.register((scope) => mount(scope, api), { prefix: api.prefix });
  await app.ready();
  return app;
}

async function mount(scope: FastifyInstance, api: Api): Promise<void> {
  // The plug-in keeps and shows the document; it is made of the rows.
  await scope.register(swagger, {
    openapi: {},
    hideUntagged: true,
    transformObject: () => createOpenApiDocument(api),
  });
  await scope.register(swaggerUi, {
    routePrefix: '/docs',
    // Without it the page looks for its parts at /docs where its own address lacks the slash at the end.
    indexPrefix: api.prefix,
    uiConfig: { persistAuthorization: true, showExtensions: true },
    theme: { title: api.title },
    logo,
  });
  scope.get('/openapi.json', () => scope.swagger());
}
