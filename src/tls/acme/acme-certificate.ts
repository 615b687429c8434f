import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import { acmeFiles, readAcmeState, type AcmeState } from '../../config/acme-files.ts';
import type { Config } from '../../config/config-schema.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { backoffDelay, withJitter } from '../../runtime/backoff.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { writeDurableFile } from '../../runtime/durable-file.ts';
import { AccountKey } from './account-key.ts';
import { dnsResponder, HttpAnswers } from './challenges.ts';

const orderTimeoutMs = 900_000;
/** A CA such as Let's Encrypt takes five failures in an hour. */
const backoff = { initialMs: 600_000, maxMs: 43_200_000 };

type Context = Pick<Gateway, 'config' | 'clock' | 'log' | 'metrics'>;

/** The certificate that a CA issues to this gateway by ACME: `tls/acme.pem` in the data directory, key and chain. */
export class AcmeCertificate {
  readonly #gateway: Context;
  readonly #settings: Config['http']['tls']['acme'];
  readonly #names: readonly string[];
  readonly #files: ReturnType<typeof acmeFiles>;
  /** Gateways that were started together renew apart. */
  readonly #jitter = withJitter(0.01, 1);
  readonly answers = new HttpAnswers();
  #state: AcmeState;

  /** @throws Error if the state of the last order cannot be read */
  constructor(gateway: Context) {
    const { http, data_dir } = gateway.config;
    this.#gateway = gateway;
    this.#settings = http.tls.acme;
    this.#names = http.tls.names;
    this.#files = acmeFiles(data_dir);
    this.#state = readAcmeState(data_dir);
    mkdirSync(join(data_dir, 'tls'), { recursive: true, mode: 0o700 });
    this.#measure(gateway.metrics);
  }

  /** Forgets failures: the next run orders immediately. */
  retry(): void {
    this.#state = { ...this.#state, next_at: null };
  }

  /**
   * Orders a certificate if it is missing, has a third of its time left, lacks a name, or is from another CA than the configured
   * one; after failures with backoff.
   *
   * @returns true: there is another one
   * @throws Error with the reason of the CA; the former certificate stays
   */
  async renewIfDue(stop: AbortSignal): Promise<boolean> {
    const { clock, log } = this.#gateway;
    const now = clock.now().getTime();
    if (!this.#isDue(now) || this.#waits(now)) return false;
    const limit = { signal: stop, timeoutMs: orderTimeoutMs, clock };
    try {
      await runWithin(limit, (signal) => this.#order(signal));
      const { directory } = this.#settings;
      this.#writeState({ failures: 0, next_at: null, error: null, issued_by: directory });
      log.info({ names: this.#names }, 'ACME: certificate issued');
      return true;
    } catch (error) {
      if (!stop.aborted) this.#recordFailure(error);
      throw error;
    }
  }

  #isDue(now: number): boolean {
    const certificate = readIssued(this.#files);
    const { directory } = this.#settings;
    return (
      certificate === null ||
      (this.#state.issued_by ?? directory) !== directory ||
      now >= renewalTime(certificate, this.#jitter) ||
      !this.#names.every((name) => certificate.checkHost(name) !== undefined)
    );
  }

  /** A time that is further away than the longest delay was written by a clock that was wrong. */
  #waits(now: number): boolean {
    const next = Date.parse(this.#state.next_at ?? '');
    return now < next && next <= now + 2 * backoff.maxMs;
  }

  #recordFailure(error: unknown): void {
    const failures = this.#state.failures + 1;
    const delay = backoffDelay(failures, backoff);
    this.#writeState({
      ...this.#state,
      failures,
      next_at: new Date(this.#gateway.clock.now().getTime() + delay).toISOString(),
      error: error instanceof Error ? error.message : String(error),
    });
  }

  #writeState(state: AcmeState): void {
    this.#state = state;
    this.#write(this.#files.state, `${JSON.stringify(state)}\n`);
  }

  async #order(signal: AbortSignal): Promise<void> {
    const [{ AcmeClient }, { orderCertificate }] = await Promise.all([
      import('./acme-client.ts'),
      import('./acme-order.ts'),
    ]);
    const { directory, contact, ca, challenge, dns_hook } = this.#settings;
    const key = this.#openAccountKey();
    const external = this.#externalAccount();
    const account = {
      directory,
      contact,
      key,
      external,
      ca: ca === '' ? undefined : [readFileSync(ca, 'utf8')],
    };
    const issued = await orderCertificate({
      client: new AcmeClient(account, signal),
      names: this.#names,
      responder: challenge === 'dns-01' ? dnsResponder(dns_hook) : this.answers,
      clock: this.#gateway.clock,
      signal,
    });
    if (!new X509Certificate(issued.cert).checkPrivateKey(createPrivateKey(issued.key)))
      throw new Error('the certificate of the CA is not for the key of the order');
    this.#write(this.#files.certificate, `${issued.key}${issued.cert}`);
  }

  #openAccountKey(): AccountKey {
    const { accountKey } = this.#files;
    if (!existsSync(accountKey)) this.#write(accountKey, AccountKey.create());
    const text = readFileSync(accountKey, 'utf8');
    try {
      return new AccountKey(text);
    } catch (cause) {
      throw new Error(`${accountKey} is no private key; remove it for a new account`, { cause });
    }
  }

  #externalAccount() {
    const { eab_key_id: keyId, eab_key_file: file } = this.#settings;
    return keyId === '' ? null : { keyId, hmacKey: readFileSync(file, 'utf8').trim() };
  }

  #write(file: string, text: string): void {
    writeDurableFile(file, text, { mode: 0o600, mayReplace: true });
  }

  #measure(metrics: Registry): void {
    const failures = () => this.#state.failures;
    new Gauge({
      name: 'gatehouse_acme_failures',
      help: 'Failed ACME orders since the last successful one',
      registers: [metrics],
      collect() {
        this.set(failures());
      },
    });
  }
}

/** Returns when a certificate is to be renewed, in milliseconds since 1970. @param jitter  delay as a share of its lifetime */
function renewalTime({ validFromDate, validToDate }: X509Certificate, jitter: number): number {
  const begin = validFromDate.getTime();
  return begin + (2 / 3 + jitter) * (validToDate.getTime() - begin);
}

/** Returns the certificate that was issued; null if it is missing or damaged, and a new one is as good. */
export function readIssued({
  certificate,
}: Pick<ReturnType<typeof acmeFiles>, 'certificate'>): X509Certificate | null {
  try {
    const text = readFileSync(certificate);
    createPrivateKey(text);
    return new X509Certificate(text);
  } catch {
    return null;
  }
}
