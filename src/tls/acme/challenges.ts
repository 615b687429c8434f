import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';

/** A challenge of the CA for a name (RFC 8555 section 8). */
export interface Challenge {
  readonly name: string;
  readonly token: string;
  /** Octets that prove the account: token and thumbprint of its key. */
  readonly authorization: string;
}

/** A way to answer challenges. */
export interface Responder {
  readonly type: 'http-01' | 'dns-01';
  /** Resolves once the answer is there. */
  readonly add: (challenge: Challenge, signal: AbortSignal) => Promise<void>;
  /** Takes the answer away, also after an order that was aborted. */
  readonly remove: (challenge: Challenge) => Promise<void>;
  /** What an operator should check if the CA did not find the answer. */
  readonly advice: (name: string) => string;
}

/** Answers of the plain HTTP server by token. */
export class HttpAnswers implements Responder {
  readonly type = 'http-01';
  readonly #answers = new Map<string, string>();

  add({ token, authorization }: Challenge): Promise<void> {
    this.#answers.set(token, authorization);
    return Promise.resolve();
  }

  remove({ token }: Challenge): Promise<void> {
    this.#answers.delete(token);
    return Promise.resolve();
  }

  find(token: string): string | null {
    return this.#answers.get(token) ?? null;
  }

  advice(name: string): string {
    return `the CA must reach http://${name}/.well-known/acme-challenge/ at port 80, and that must lead to http.port of this gateway`;
  }
}

const hookTimeoutMs = 300_000;

/** Returns a responder that has a program of the site write TXT records: `HOOK add|remove _acme-challenge.NAME VALUE`. */
export function dnsResponder(hook: string): Responder {
  const run = async (verb: string, { name, authorization }: Challenge, signal?: AbortSignal) => {
    const value = createHash('sha256').update(authorization).digest('base64url');
    await runHook(hook, [verb, `_acme-challenge.${name}`, value], signal);
  };
  return {
    type: 'dns-01',
    add: (challenge, signal) => run('add', challenge, signal),
    remove: (challenge) => run('remove', challenge),
    advice: (name) =>
      `the servers of the zone must have the TXT record _acme-challenge.${name} when the hook ends`,
  };
}

/** @throws Error with the last line that the program wrote to its standard error */
function runHook(hook: string, args: readonly string[], signal?: AbortSignal): Promise<void> {
  const options = {
    timeout: hookTimeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: 65_536,
    signal,
    // The gateway's own variables may have secrets.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LANG: 'C' },
  } as const;
  return new Promise((resolve, reject) => {
    execFile(hook, args, options, (error, _stdout, stderr) => {
      if (!error) {
        resolve();
        return;
      }
      const ended = error.killed === true ? 'was ended' : `failed (${String(error.code)})`;
      const line =
        stderr
          .trim()
          .split('\n')
          .at(-1)
          ?.slice(0, 300)
          .replaceAll(/\p{Cc}/gu, ' ') ?? '';
      reject(new Error(`http.tls.acme.dns_hook: ${hook} ${args[0] ?? ''} ${ended}: ${line}`));
    });
  });
}
