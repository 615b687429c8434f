import type { FastifyServerOptions } from 'fastify';

/**
 * Compilers that compile nothing: endpoints validate requests and serialize rows themselves, so Fastify
 * need not load its own. Its types accept only those, hence the assertion.
 */
export const compilersFactory = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => (reply: unknown) => JSON.stringify(reply),
} as unknown as Compilers;
type Compilers = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>;
