import type { FastifyInstance } from 'fastify';
import type { Gateway } from '../gateway.ts';
import { authenticateCaller } from './authentication.ts';

/** A part that must work before the gateway is ready; `check` throws or rejects while it does not. */
export interface ReadinessCheck {
  readonly name: string;
  check(): Promise<void> | void;
}

/**
 * Adds /healthz (alive) and /readyz (the state of each part), both without a token, and /metrics
 * (Prometheus text), which needs a token unless `http.metrics_open` is set.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  gateway: Gateway,
  parts: readonly ReadinessCheck[],
): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(
      parts.map(async (part) => [part.name, await stateOf(part)] as const),
    );
    const isReady = states.every(([, state]) => state === 'ok');
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'not ready', parts: Object.fromEntries(states) });
  });
  app.get('/metrics', async (request, reply) => {
    if (!gateway.config.http.metrics_open)
      await authenticateCaller(gateway, request.headers.authorization);
    return reply.type(gateway.metrics.contentType).send(await gateway.metrics.metrics());
  });
}

async function stateOf(part: ReadinessCheck): Promise<string> {
  try {
    await part.check();
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : 'failed';
  }
}
