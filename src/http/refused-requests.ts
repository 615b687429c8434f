import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { routePath, type KnownPath } from './known-paths.ts';
import { authenticateRequest } from './route.ts';

/**
 * Refuses a request without a route, with the methods of its path if the path is known.
 *
 * @throws Fault `not_found`, `unauthenticated` or `method`
 */
export async function refuseRequest(
  known: KnownPath | undefined,
  { request, reply, gateway }: { request: FastifyRequest; reply: FastifyReply; gateway: Gateway },
): Promise<never> {
  if (!known) throw new Fault('not_found', 'Not found.');
  await authenticateRequest(gateway, request, { path: known.path });
  void reply.header('allow', known.methods.join(', '));
  throw new Fault('method', `Method "${request.method}" not allowed.`);
}

/** Adds routes that refuse the other methods of a path, which would go to the path that covers it. */
export function refuseOtherMethods(app: FastifyInstance, known: KnownPath, gateway: Gateway): void {
  app.route({
    method: allMethods.filter((method) => !known.methods.some((own) => own === method)),
    url: routePath(known.path),
    onRequest: (request, reply) => refuseRequest(known, { request, reply, gateway }),
    handler: () => null,
  });
}

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;
