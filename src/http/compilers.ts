import type { FastifyServerOptions } from 'fastify';

/**
 * Empty compilers: endpoints validate requests and serialize rows themselves, so Fastify need not load its own. Its types
 * accept only its own compilers, hence the assertion.
 */
export const compilersFactory = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => (reply: unknown) => JSON.stringify(reply),
} as unknown as Compilers;
type Compilers = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>;
