import type { FastifyServerOptions } from 'fastify';

/**
 * Rows check what comes in themselves, and items are cut to their schema where they are made: Fastify compiles nothing, and
 * need not load what compiles. Its types know its own compilers alone.
 */
export const compilersFactory = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => (reply: unknown) => JSON.stringify(reply),
} as unknown as Compilers;
type Compilers = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>;
