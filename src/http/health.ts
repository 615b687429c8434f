import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../contract/caller.ts';
import { Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { PartFigures, ReadinessCheck } from '../gateway/module.ts';
import type { Clock } from '../runtime/clock.ts';
import { answerWithin } from '../runtime/deadline.ts';
import { CoalescedTask } from '../runtime/periodic-task.ts';
import { packageVersion } from '../runtime/package-root.ts';
import { addConsolePages } from './page/console.ts';
import { addDocumentPages } from './page/documents.ts';
import { addFrontPage } from './page/front-page.ts';
import { createLateAuthentication } from './late-authentication.ts';

/** Shortest time between two probes, which write to the store. */
const msBetweenProbes = 1_000;
/** A part that has not answered by then is not ready. */
const answerMs = 2_000;

/**
 * Adds /healthz (alive) and /readyz (ready), both without a token, and /metrics (Prometheus text), which needs a token of an
 * administrator of the root organization unless `http.metrics_open` is set: its labels name clients and upstreams of all
 * organizations. /readyz names the parts that are not ready; their reasons are for callers with a token. Both answer while the
 * store is away.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  gateway: Gateway,
  parts: readonly ReadinessCheck[],
): void {
  addHealthz(app, gateway);
  const readStates = stateReaders(gateway, parts);
  const authenticate = createLateAuthentication(gateway);
  addReadyz(app, { authenticate, parts, readStates });
  addFrontPage(app, gateway, async () => isReady(await readStates()));
  addDocumentPages(app);
  addConsolePages(app, gateway);
  app.get('/metrics', async (request, reply) => {
    if (!gateway.config.http.metrics_open) requireRootAdmin(await authenticate(request));
    return reply.type(gateway.metrics.contentType).send(await gateway.metrics.metrics());
  });
}

function requireRootAdmin({ role, isRoot }: Caller): void {
  if (role !== 'admin' || !isRoot)
    throw new Fault('forbidden', 'Metrics are for administrators of the root organization.');
}

/** Replies 503 while the store has no writer: writes would fail until the gateway is restarted. */
function addHealthz(app: FastifyInstance, { store }: Gateway): void {
  app.get('/healthz', (_request, reply) => {
    try {
      store.checkAlive();
      return { status: 'ok', version: packageVersion };
    } catch {
      return reply.code(503).send({ status: 'the store has stopped' });
    }
  });
}

/** The name of each part, and its state: `ok`, or the reason why it is not ready. */
type States = readonly (readonly [name: string, state: string])[];

function stateReaders(gateway: Gateway, parts: readonly ReadinessCheck[]): () => Promise<States> {
  const checks = parts.map((part) => [part.name, stateReader(part, gateway.clock)] as const);
  return () =>
    Promise.all(checks.map(async ([name, readState]) => [name, await readState()] as const));
}

function isReady(states: States): boolean {
  return states.every(([, state]) => state === 'ok');
}

interface Readiness {
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  readonly parts: readonly ReadinessCheck[];
  readonly readStates: () => Promise<States>;
}

function addReadyz(app: FastifyInstance, { authenticate, parts, readStates }: Readiness): void {
  app.get('/readyz', async (request, reply) => {
    const states = await readStates();
    const shown = (await hasToken(authenticate, request))
      ? states
      : states.map(([name, state]) => [name, state === 'ok' ? 'ok' : 'not ready'] as const);
    return reply.code(isReady(states) ? 200 : 503).send({
      status: isReady(states) ? 'ok' : 'not ready',
      parts: Object.fromEntries(shown),
      ...figuresOf(parts),
    });
  });
}

/** Returns a function that reads the state of a part. If the check writes, the state may be up to a second old. */
function stateReader(part: ReadinessCheck, clock: Clock): () => Promise<string> {
  if (!part.writes) return () => stateOf(part);
  let state = '';
  const probe = new CoalescedTask(
    async () => {
      state = await stateOf(part);
    },
    { intervalMs: msBetweenProbes, clock },
  );
  return async () => {
    await probe.runIfDue();
    return state;
  };
}

/** Returns what the parts count about themselves; nothing if no part does. */
function figuresOf(parts: readonly ReadinessCheck[]): {
  readonly figures?: Readonly<Record<string, PartFigures>>;
} {
  const figures = parts.flatMap(({ name, figures: read }) => {
    const found = read?.() ?? null;
    return found ? [[name, found] as const] : [];
  });
  return figures.length > 0 ? { figures: Object.fromEntries(figures) } : {};
}

async function hasToken(
  authenticate: Readiness['authenticate'],
  request: FastifyRequest,
): Promise<boolean> {
  const { authorization, cookie } = request.headers;
  if (authorization === undefined && cookie === undefined) return false;
  return authenticate(request).then(
    () => true,
    () => false,
  );
}

async function stateOf(part: ReadinessCheck): Promise<string> {
  try {
    await answerWithin(answerMs, Promise.resolve(part.check()));
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : 'failed';
  }
}
