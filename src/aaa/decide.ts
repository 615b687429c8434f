import type { Gateway } from '../gateway.ts';
import { canonicalMac } from '../fields.ts';
import type { Secret } from '../secret.ts';
import { compare, type CheckResult } from './check-item.ts';
import { controlsOf, isControl, type Controls } from './controls.ts';
import { grantOf } from './grant.ts';
import { admissionBy, limitsOf, refusalBy, type Limit } from './limits.ts';
import { Patterns } from './pattern.ts';
import { inactive, prove, type Proof, type Proven } from './proof.ts';
import { ProvenPasswords } from './proven-passwords.ts';
import { withTimeout, type ReplyItem } from './reply-item.ts';
import type { RequestAttributes } from './request-attributes.ts';
import { findSubscriber, type Subscriber } from './subscriber.ts';

/** Somebody at the door of a network. */
export interface Login {
  readonly organization: number;
  readonly username: string;
  readonly proof: Proof;
  /** The device, as its NAS spells it. */
  readonly station: string | null;
  readonly request: RequestAttributes;
  readonly at: Date;
}

/** What was decided, and everything that it was decided by. */
export interface Decision {
  readonly isAccepted: boolean;
  /** For the operator; whoever asked learns only yes or no. */
  readonly reason: string;
  readonly method: string;
  readonly user: Subscriber | null;
  readonly checks: readonly CheckResult[];
  readonly limits: readonly Limit[];
  /** Sent where it is accepted. */
  readonly reply: readonly ReplyItem[];
  /** The password, where it had to be opened: keys are made of it. */
  readonly clear: Secret | null;
}

type Draft = Pick<Decision, 'method' | 'user' | 'clear'>;

/** The one way to be let in by RADIUS: who it is, then whether the profile and the user's own attributes allow it now. */
export class Decisions {
  readonly #gateway: Pick<Gateway, 'store' | 'vault'>;
  readonly #patterns = new Patterns();
  readonly #passwords = new ProvenPasswords();

  constructor(gateway: Pick<Gateway, 'store' | 'vault'>) {
    this.#gateway = gateway;
  }

  /** Whether somebody is one of ours, whatever they may do. @throws Fault where the store can not be read */
  async knows(who: Pick<Login, 'organization' | 'username' | 'station'>): Promise<boolean> {
    return (await this.#find(who)) !== null;
  }

  /** @throws Fault where the store can not be read */
  async decide(login: Login): Promise<Decision> {
    const { username, station } = login;
    const user = await this.#find(login);
    const mac = ownAddress(username, station);
    const controls = controlsOf(user?.checks ?? []);
    if (typeof controls === 'string') return refused({ method: login.proof.method, user, clear: null }, controls);
    const { method, why, clear } = await this.#identify(login, { user, mac, controls });
    const draft = { method, user, clear };
    if (!user || why !== null) return refused(draft, why ?? 'unknown user');
    const checks = this.#compareAll(user, login);
    const failed = checks.find(({ passed }) => !passed);
    if (failed) return refused(draft, wordsOf(failed), { checks });
    const limits = await limitsOf(this.#gateway.store, { subscriber: user, controls, station, at: login.at });
    return bounded({ method, user, clear }, checks, limits);
  }

  #find({ organization, username, station }: Pick<Login, 'organization' | 'username' | 'station'>): Promise<Subscriber | null> {
    const mac = ownAddress(username, station);
    const names = mac === null ? [username] : [username, ...spellings(mac)];
    return findSubscriber(this.#gateway.store, { organization, names });
  }

  /** `Auth-Type := Accept` of a user takes whatever was shown for a proof, and `Reject` takes none. */
  async #identify(login: Login, { user, mac, controls }: Known): Promise<Proven> {
    const { proof, username } = login;
    const means = { vault: this.#gateway.vault, passwords: this.#passwords };
    const set = controls.get('Auth-Type')?.toLowerCase();
    const isReadable = proof.kind !== 'none' || proof.method === 'none';
    const proven: Proven =
      user && set === 'accept' && isReadable
        ? { method: 'Auth-Type', why: null, clear: null }
        : await prove(means, { proof, username, mac }, user);
    if (user?.isActive === false) return { ...proven, why: inactive };
    return proven.why === null && set === 'reject' ? { ...proven, why: 'Auth-Type is Reject' } : proven;
  }

  #compareAll({ checks }: Subscriber, { request }: Login): CheckResult[] {
    const items = checks.flat().filter((item) => !isControl(item));
    return items.map((item) => compare(item, { request, patterns: this.#patterns }));
  }
}

interface Known {
  readonly user: Subscriber | null;
  readonly mac: string | null;
  readonly controls: Controls;
}

/** The address of the device, where the user name says it as well, in whatever spelling. */
function ownAddress(username: string, station: string | null): string | null {
  const mac = canonicalMac(username);
  return mac !== null && mac === canonicalMac(station ?? '') ? mac : null;
}

/** The ways in which vendors spell an address. */
function spellings(mac: string): string[] {
  const digits = mac.replaceAll(':', '');
  const grouped = (size: number, mark: string) => digits.match(new RegExp(`.{${size}}`, 'g'))?.join(mark) ?? digits;
  const upper = [mac, grouped(2, '-'), digits, grouped(4, '.'), grouped(4, '-'), grouped(6, '-')];
  return upper.flatMap((spelling) => [spelling, spelling.toLowerCase()]);
}

type Found = Partial<Pick<Decision, 'checks' | 'limits'>>;

function refused({ method, user, clear }: Draft, reason: string, { checks = [], limits = [] }: Found = {}): Decision {
  return { isAccepted: false, reason, method, user, checks, limits, reply: [], clear };
}

function wordsOf({ attribute, op, value, found, note }: CheckResult): string {
  if (note !== undefined) return `check ${attribute} ${op} ${value}: ${note}`;
  return `check ${attribute} ${op} ${value}: the request has ${found.length > 0 ? found.join(', ') : 'none'}`;
}

/** Accepted for as long as every limit lets it be, with the attributes that the profile has for a quota that is used up. */
function bounded(
  { method, user, clear }: Draft & { readonly user: Subscriber },
  checks: readonly CheckResult[],
  limits: readonly Limit[],
): Decision {
  const { over, limiting, seconds } = admissionBy(limits, user);
  if (over) return refused({ method, user, clear }, refusalBy(over), { checks, limits });
  const { klass } = user;
  const granted = grantOf(user, { isLimited: limiting !== null }).map(({ attribute: name, value }) => ({ name, value }));
  const classes = klass === null || klass === '' ? [] : [{ name: 'Class', value: klass }];
  const reply = withTimeout([...classes, ...granted], seconds);
  const reason = limiting ? `limited: ${refusalBy(limiting)}` : 'accepted';
  return { isAccepted: true, reason, method, user, checks, limits, reply, clear };
}
