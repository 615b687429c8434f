import type { Gateway } from '../../gateway.ts';
import { canonicalMac } from '../../fields.ts';
import type { Secret } from '../../secret.ts';
import { compareCheckItem, type CheckResult } from './check-item.ts';
import { collectControlItems, isControlItem, type ControlItems } from './control-items.ts';
import { computeGrant } from './grant.ts';
import { computeAdmission, readLimits, formatRejectReason, type Limit } from './limits.ts';
import { PatternMatcher } from './pattern-matcher.ts';
import {
  inactiveUserReason,
  checkCredential,
  type Credential,
  type CredentialResult,
} from './credential-check.ts';
import { VerifiedPasswordCache } from './verified-password-cache.ts';
import { limitSessionTimeout, type ReplyItem } from './reply-item.ts';
import type { RequestAttributes } from './request-attributes.ts';
import { findSubscriber, type Subscriber } from './subscriber.ts';

/** Somebody at the door of a network. */
export interface LoginRequest {
  readonly organization: number;
  readonly username: string;
  readonly credential: Credential;
  /** The device, as its NAS spells it. */
  readonly station: string | null;
  readonly request: RequestAttributes;
  readonly at: Date;
}

/** What was decided, and everything that it was decided by. */
export interface AccessDecision {
  readonly isAccepted: boolean;
  /** For the operator; whoever asked learns only yes or no. */
  readonly reason: string;
  readonly method: string;
  readonly user: Subscriber | null;
  readonly checks: readonly CheckResult[];
  readonly limits: readonly Limit[];
  /** Sent where it is accepted. */
  readonly replyItems: readonly ReplyItem[];
  /** The password, where it had to be opened: keys are made of it. */
  readonly cleartextPassword: Secret | null;
}

type Draft = Pick<AccessDecision, 'method' | 'user' | 'cleartextPassword'>;

/** The one way to be let in by RADIUS: who it is, then whether the profile and the user's own attributes allow it now. */
export class AccessPolicy {
  readonly #gateway: Pick<Gateway, 'store' | 'vault'>;
  readonly #patterns = new PatternMatcher();
  readonly #passwords = new VerifiedPasswordCache();

  constructor(gateway: Pick<Gateway, 'store' | 'vault'>) {
    this.#gateway = gateway;
  }

  /** Whether somebody is one of ours, whatever they may do. @throws Fault where the store can not be read */
  async hasUser(
    who: Pick<LoginRequest, 'organization' | 'username' | 'station'>,
  ): Promise<boolean> {
    return (await this.#find(who)) !== null;
  }

  /** @throws Fault where the store can not be read */
  async decide(login: LoginRequest): Promise<AccessDecision> {
    const { username, station } = login;
    const user = await this.#find(login);
    const mac = ownAddress(username, station);
    const controls = collectControlItems(user?.checkLists ?? []);
    if (typeof controls === 'string')
      return refused({ method: login.credential.method, user, cleartextPassword: null }, controls);
    const { method, rejectReason, cleartextPassword } = await this.#identify(login, {
      user,
      mac,
      controls,
    });
    const draft = { method, user, cleartextPassword: cleartextPassword };
    if (!user || rejectReason !== null) return refused(draft, rejectReason ?? 'unknown user');
    const checks = this.#compareAll(user, login);
    const failed = checks.find(({ passed }) => !passed);
    if (failed) return refused(draft, wordsOf(failed), { checks });
    const limits = await readLimits(this.#gateway.store, {
      subscriber: user,
      controls,
      station,
      at: login.at,
    });
    return bounded({ method, user, cleartextPassword }, checks, limits);
  }

  #find({
    organization,
    username,
    station,
  }: Pick<LoginRequest, 'organization' | 'username' | 'station'>): Promise<Subscriber | null> {
    const mac = ownAddress(username, station);
    const names = mac === null ? [username] : [username, ...spellings(mac)];
    return findSubscriber(this.#gateway.store, { organization, names });
  }

  /** `Auth-Type := Accept` of a user takes whatever was shown for a proof, and `Reject` takes none. */
  async #identify(login: LoginRequest, { user, mac, controls }: Known): Promise<CredentialResult> {
    const { credential, username } = login;
    const means = { vault: this.#gateway.vault, passwords: this.#passwords };
    const set = controls.get('Auth-Type')?.toLowerCase();
    const isReadable = credential.kind !== 'none' || credential.method === 'none';
    const proven: CredentialResult =
      user && set === 'accept' && isReadable
        ? { method: 'Auth-Type', rejectReason: null, cleartextPassword: null }
        : await checkCredential(means, { proof: credential, username, mac }, user);
    if (user?.isActive === false) return { ...proven, rejectReason: inactiveUserReason };
    return proven.rejectReason === null && set === 'reject'
      ? { ...proven, rejectReason: 'Auth-Type is Reject' }
      : proven;
  }

  #compareAll({ checkLists }: Subscriber, { request }: LoginRequest): CheckResult[] {
    const items = checkLists.flat().filter((item) => !isControlItem(item));
    return items.map((item) => compareCheckItem(item, { request, patterns: this.#patterns }));
  }
}

interface Known {
  readonly user: Subscriber | null;
  readonly mac: string | null;
  readonly controls: ControlItems;
}

/** The address of the device, where the user name says it as well, in whatever spelling. */
function ownAddress(username: string, station: string | null): string | null {
  const mac = canonicalMac(username);
  return mac !== null && mac === canonicalMac(station ?? '') ? mac : null;
}

/** The ways in which vendors spell an address. */
function spellings(mac: string): string[] {
  const digits = mac.replaceAll(':', '');
  const grouped = (size: number, mark: string) =>
    digits.match(new RegExp(`.{${size}}`, 'g'))?.join(mark) ?? digits;
  const upper = [mac, grouped(2, '-'), digits, grouped(4, '.'), grouped(4, '-'), grouped(6, '-')];
  return upper.flatMap((spelling) => [spelling, spelling.toLowerCase()]);
}

type Found = Partial<Pick<AccessDecision, 'checks' | 'limits'>>;

function refused(
  { method, user, cleartextPassword }: Draft,
  reason: string,
  { checks = [], limits = [] }: Found = {},
): AccessDecision {
  return {
    isAccepted: false,
    reason,
    method,
    user,
    checks,
    limits,
    replyItems: [],
    cleartextPassword,
  };
}

function wordsOf({ attribute, op, value, found, note }: CheckResult): string {
  if (note !== undefined) return `check ${attribute} ${op} ${value}: ${note}`;
  return `check ${attribute} ${op} ${value}: the request has ${found.length > 0 ? found.join(', ') : 'none'}`;
}

/** Accepted for as long as every limit lets it be, with the attributes that the profile has for a quota that is used up. */
function bounded(
  { method, user, cleartextPassword }: Draft & { readonly user: Subscriber },
  checks: readonly CheckResult[],
  limits: readonly Limit[],
): AccessDecision {
  const { reachedLimit, exhaustedQuota, remainingSeconds } = computeAdmission(limits, user);
  if (reachedLimit)
    return refused({ method, user, cleartextPassword }, formatRejectReason(reachedLimit), {
      checks,
      limits,
    });
  const { klass } = user;
  const granted = computeGrant(user, { isLimited: exhaustedQuota !== null }).map(
    ({ attribute: name, value }) => ({ name, value }),
  );
  const classes = klass === null || klass === '' ? [] : [{ name: 'Class', value: klass }];
  const reply = limitSessionTimeout([...classes, ...granted], remainingSeconds);
  const reason = exhaustedQuota ? `limited: ${formatRejectReason(exhaustedQuota)}` : 'accepted';
  return {
    isAccepted: true,
    reason,
    method,
    user,
    checks,
    limits,
    replyItems: reply,
    cleartextPassword,
  };
}
