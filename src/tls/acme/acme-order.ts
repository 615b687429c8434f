import { generateKeyPairSync } from 'node:crypto';
import { Type, type Static } from 'typebox';
import type { Clock } from '../../runtime/clock.ts';
import { createSigningRequest } from '../issue.ts';
import {
  describeProblem,
  problemSchema,
  type AcmeClient,
  type Checked,
  type Problem,
} from './acme-client.ts';
import type { Challenge, Responder } from './challenges.ts';

/* An order of a certificate (RFC 8555 section 7.1). */

const orderSchema = Type.Object({
  status: Type.String(),
  authorizations: Type.Array(Type.String()),
  finalize: Type.String(),
  certificate: Type.Optional(Type.String()),
  error: Type.Optional(problemSchema),
});

const challengeSchema = Type.Object({
  type: Type.String(),
  url: Type.String(),
  status: Type.String(),
  token: Type.Optional(Type.String()),
  error: Type.Optional(problemSchema),
});

const authorizationSchema = Type.Object({
  status: Type.String(),
  identifier: Type.Object({ value: Type.String() }),
  challenges: Type.Array(challengeSchema),
});

type Order = Static<typeof orderSchema>;
type Authorization = Static<typeof authorizationSchema>;

const pollSeconds = 2;
const maxPollSeconds = 30;

export interface Ordered {
  readonly client: AcmeClient;
  readonly names: readonly string[];
  readonly responder: Responder;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Ends the order. */
  readonly signal: AbortSignal;
}

/**
 * Orders a certificate and answers the challenges of the CA.
 *
 * @returns key and certificate with its chain, in PEM
 * @throws Error with the reason of the CA and what to look at
 */
export async function orderCertificate(ordered: Ordered): Promise<{ cert: string; key: string }> {
  const { client, names } = ordered;
  await client.openAccount();
  const identifiers = names.map((value) => ({ type: 'dns', value }));
  const { body: order, location } = await client.order(orderSchema, { identifiers });
  for (const url of order.authorizations) await proveName(ordered, url);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const csr = createSigningRequest(names, { privateKey, publicKey }).toString('base64url');
  const finalized = await client.post(orderSchema, order.finalize, { csr });
  const issued = await untilSettled(ordered, finalized, () =>
    client.post(orderSchema, location, null),
  );
  if (issued.status !== 'valid' || issued.certificate === undefined)
    throw new Error(`the CA refuses the order: ${reasonOf(issued.error)}`);
  const cert = await client.readText(issued.certificate);
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Answers the challenge for a name, and waits until the CA has seen the answer. */
async function proveName(ordered: Ordered, url: string): Promise<void> {
  const { client, responder, signal } = ordered;
  const read = () => client.post(authorizationSchema, url, null);
  const { body } = await read();
  if (body.status === 'valid') return;
  const { value: name } = body.identifier;
  const chosen = body.challenges.find(({ type }) => type === responder.type);
  if (chosen?.token === undefined) {
    const offered = body.challenges.map(({ type }) => type).join(', ');
    throw new Error(`${name}: the CA does not offer ${responder.type}, but ${offered}`);
  }
  const { token } = chosen;
  const challenge: Challenge = { name, token, authorization: client.key.authorize(token) };
  try {
    await responder.add(challenge, signal);
    await client.post(challengeSchema, chosen.url, {});
    const settled = await untilSettled(ordered, await read(), read);
    if (settled.status !== 'valid')
      throw new Error(
        `${name}: ${responder.type} failed: ${challengeReason(settled)}; ${responder.advice(name)}`,
      );
  } finally {
    await responder.remove(challenge).catch(() => undefined);
  }
}

/** Asks again until the CA has decided. */
async function untilSettled<T extends Order | Authorization>(
  { clock, signal }: Ordered,
  first: Checked<T>,
  read: () => Promise<Checked<T>>,
): Promise<T> {
  let { body, retryAfter } = first;
  while (body.status === 'pending' || body.status === 'processing') {
    const seconds = Math.min(retryAfter ?? pollSeconds, maxPollSeconds);
    await clock.sleep(Math.max(1, seconds) * 1000, signal);
    ({ body, retryAfter } = await read());
  }
  return body;
}

function challengeReason({ status, challenges }: Authorization): string {
  return reasonOf(challenges.find(({ error }) => error !== undefined)?.error) || status;
}

function reasonOf(error: Problem | undefined): string {
  return error ? describeProblem(error) : '';
}
