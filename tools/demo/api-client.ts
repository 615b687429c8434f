import { setTimeout as sleep } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { runWithin } from '../../src/runtime/deadline.ts';
import { validateAgainst } from '../../src/contract/schema.ts';
import type { Secret } from '../../src/contract/secret.ts';

/** Longer than any `?wait=` of the demo. */
const requestTimeoutMs = 40_000;
const startTimeoutMs = 30_000;

/** The gateway's two APIs, as any other program calls them. */
export class ApiClient {
  readonly #base: string;
  readonly #token: Secret;
  readonly #signal: AbortSignal;

  /**
   * @param base    http://HOST:PORT
   * @param signal  aborts all requests
   */
  constructor(base: string, token: Secret, signal: AbortSignal) {
    this.#base = base;
    this.#token = token;
    this.#signal = signal;
  }

  get<T extends TSchema>(path: string, reply: T): Promise<Static<T>> {
    return this.#call(path, { method: 'GET' }, reply);
  }

  send<T extends TSchema>(
    request: { method: 'POST' | 'PUT' | 'PATCH'; path: string; body: object },
    reply: T,
  ): Promise<Static<T>> {
    const { method, path, body } = request;
    return this.#call(path, { method, body: JSON.stringify(body) }, reply);
  }

  async #call<T extends TSchema>(path: string, request: RequestInit, reply: T): Promise<Static<T>> {
    const headers = {
      authorization: `Bearer ${this.#token.reveal()}`,
      'content-type': 'application/json',
    };
    const limit = { signal: this.#signal, timeoutMs: requestTimeoutMs };
    const text = await runWithin(limit, async (signal) => {
      const response = await fetch(`${this.#base}${path}`, { ...request, headers, signal });
      const text = await response.text();
      if (response.ok) return text;
      throw new Error(`${request.method ?? ''} ${path} answered ${response.status}: ${text}`);
    });
    const body: unknown = JSON.parse(text);
    return validateAgainst<Static<T>>(reply, body, path);
  }
}

/** Polls `/readyz` until it answers 200. @throws Error after 30 s, or when the signal is aborted */
export async function waitUntilReady(base: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  const isReady = () =>
    runWithin({ signal, timeoutMs: startTimeoutMs }, (limited) =>
      fetch(`${base}/readyz`, { signal: limited }),
    ).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (performance.now() > deadline)
      throw new Error(`The gateway was not ready within ${startTimeoutMs / 1000} s.`);
    await sleep(50, undefined, { signal });
  }
}
