import type { Gateway } from '../../gateway/gateway.ts';
import { canonicalMac, macSpellings } from '../../contract/fields.ts';
import type { Secret } from '../../contract/secret.ts';
import type { Store } from '../../store/store.ts';
import type { Site } from '../../organization/time-zone.ts';
import { recordFirstUse } from '../voucher/voucher.ts';
import { authorizeSubscriber, type ReplyItem } from './authorization/authorization.ts';
import { compareCheckItems, formatFailedCheck, type CheckResult } from './check-item.ts';
import {
  authTypeOf,
  collectControlItems,
  listComparedItems,
  type ControlItems,
} from './control-items.ts';
import {
  checkCredential,
  inactiveUserReason,
  type Credential,
  type CredentialResult,
  type VerificationContext,
} from './credential-check.ts';
import type { Limit, LimitRequest } from './limits.ts';
import { mayAuthenticateHere } from './local-credentials.ts';
import { passwordAttemptsOf } from '../password/password-attempts.ts';
import { VerifiedPasswordCache } from '../password/password-verifier.ts';
import { PatternMatcher } from './pattern-matcher.ts';
import type { RequestAttributes } from './request-attributes.ts';
import { findPortalGuest, type PortalGuest } from './portal-guest.ts';
import { findSubscriber, findSubscriberById, type Subscriber } from './subscriber.ts';

/** The user that a login names. */
export interface UserIdentity {
  readonly organization: number;
  /** Other organizations whose access points count for the NAS. */
  readonly servedOrganizations: readonly number[];
  readonly username: string;
  /** The device, as its NAS spells it. */
  readonly station: string | null;
}

export interface LoginRequest extends UserIdentity {
  readonly credential: Credential;
  readonly request: RequestAttributes;
  readonly at: Date;
  /** Finds the site of the access point, else that of the NAS. */
  readonly findSite: () => Promise<Site>;
  /** The NAS that waits: its logins take turns with those of others. */
  readonly client: string;
}

/** A decision over a login, with everything that led to it. */
export interface AccessDecision {
  readonly isAccepted: boolean;
  /** The reason, for the operator; the client learns only the outcome. */
  readonly reason: string;
  readonly method: string;
  readonly user: Subscriber | null;
  readonly checks: readonly CheckResult[];
  readonly limits: readonly Limit[];
  /** The attributes of an accept. */
  readonly replyItems: readonly ReplyItem[];
  /** The password, if it had to be unsealed: MS-CHAP derives keys from it. */
  readonly cleartextPassword: Secret | null;
}

type Authenticated = Pick<AccessDecision, 'method' | 'user' | 'cleartextPassword'>;

/** Decides over RADIUS logins: authenticates the user, then applies check items and limits of profile and user. */
export class AccessPolicy {
  readonly #store: Store;
  readonly #verification: VerificationContext;
  readonly #patterns = new PatternMatcher();

  constructor(gateway: Pick<Gateway, 'store' | 'vault' | 'clock'>) {
    const { store, vault } = gateway;
    this.#store = store;
    this.#verification = {
      store,
      vault,
      verifiedPasswords: new VerifiedPasswordCache(vault),
      attempts: passwordAttemptsOf(gateway),
    };
  }

  /**
   * True if the gateway decides over the logins of a user, or if the device is logged in at the captive portal.
   *
   * @throws Fault if the store cannot be read
   */
  async hasUser(identity: UserIdentity): Promise<boolean> {
    const { user, isNamed } = await this.#findUser(identity);
    return user !== null && (!isNamed || mayAuthenticateHere(user));
  }

  /** @throws Fault if the store cannot be read */
  async decide(login: LoginRequest): Promise<AccessDecision> {
    const found = await this.#findUser(login);
    const { user, guest } = found;
    const controls = collectControlItems(user?.checkLists ?? []);
    if (typeof controls === 'string')
      return reject({ method: login.credential.method, user, cleartextPassword: null }, controls);
    const { method, rejectReason, cleartextPassword } = await this.#authenticate(login, {
      ...found,
      controls,
    });
    if (!user || rejectReason !== null)
      return reject({ method, user, cleartextPassword }, rejectReason ?? 'unknown user');
    const sessionEnd = guest?.user === user.id ? guest.expires : null;
    return this.#authorize(login, { method, user, cleartextPassword }, { controls, sessionEnd });
  }

  /** Applies check items, place and limits to a user who has been authenticated. */
  async #authorize(
    { request, station, at, findSite }: LoginRequest,
    authenticated: Authenticated & { readonly user: Subscriber },
    { controls, sessionEnd }: Required<Pick<LimitRequest, 'controls' | 'sessionEnd'>>,
  ): Promise<AccessDecision> {
    const { user } = authenticated;
    const store = this.#store;
    const items = listComparedItems(user.checkLists);
    const checks =
      items.length > 0 ? await compareCheckItems(items, { request, patterns: this.#patterns }) : [];
    const failed = checks.find(({ passed }) => !passed);
    if (failed) return reject(authenticated, formatFailedCheck(failed), { checks });
    const login = { subscriber: user, controls, station, at, findSite, sessionEnd };
    const authorization = await authorizeSubscriber(store, login);
    const decision = { ...authenticated, checks, ...authorization };
    if (decision.isAccepted && user.voucher?.firstUsed === null)
      await store.write([recordFirstUse(store, user.voucher, at)]);
    return decision;
  }

  /** Finds the user of the name; if the name is the address of a device, also the guest that it is logged in as. */
  async #findUser(identity: UserIdentity): Promise<FoundUser> {
    const { organization, servedOrganizations, username, station } = identity;
    const store = this.#store;
    const device = station === null ? null : canonicalMac(station);
    const mac = device !== null && canonicalMac(username) === device ? device : null;
    const names = mac === null ? [username] : [username, ...macSpellings(mac)];
    const organizations = [organization, ...servedOrganizations];
    const [named, guest] = await Promise.all([
      findSubscriber(store, { organization, names }),
      device === null ? null : findPortalGuest(store, { organizations, mac: device }),
    ]);
    const isGuest = named === null && mac !== null && guest !== null;
    const user = isGuest ? await findSubscriberById(store, guest.user) : named;
    return { user, guest, mac, isNamed: !isGuest };
  }

  /** `Auth-Type := Accept` of a user accepts any credential that can be read, and `Reject` accepts none. */
  async #authenticate(
    { credential, username, station, client }: LoginRequest,
    { user, mac, controls, isNamed }: AuthenticationContext,
  ): Promise<CredentialResult> {
    const authType = authTypeOf(controls);
    const isReadable = credential.kind !== 'none' || credential.method === 'none';
    const result: CredentialResult =
      user && authType === 'accept' && isReadable
        ? { method: 'Auth-Type', rejectReason: null, cleartextPassword: null }
        : await checkCredential(
            this.#verification,
            { credential, username, mac, station, client, isDevice: !isNamed },
            user,
          );
    if (user?.isActive === false) return { ...result, rejectReason: inactiveUserReason };
    return result.rejectReason === null && authType === 'reject'
      ? { ...result, rejectReason: 'Auth-Type is Reject' }
      : result;
  }
}

interface FoundUser {
  readonly user: Subscriber | null;
  readonly guest: PortalGuest | null;
  /** The address of the device if the user name is the same address in any spelling. */
  readonly mac: string | null;
  /** False: the user is the guest that the device is logged in as. */
  readonly isNamed: boolean;
}

interface AuthenticationContext extends FoundUser {
  readonly controls: ControlItems;
}

function reject(
  { method, user, cleartextPassword }: Authenticated,
  reason: string,
  { checks = [] }: Partial<Pick<AccessDecision, 'checks'>> = {},
): AccessDecision {
  return {
    isAccepted: false,
    reason,
    method,
    user,
    checks,
    limits: [],
    replyItems: [],
    cleartextPassword,
  };
}
