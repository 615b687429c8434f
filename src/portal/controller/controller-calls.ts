import type { CountedOctets } from '../../aaa/session/controlled-session.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { resolveDestination } from '../../inventory/device/device-address.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { KeyedLock } from '../../runtime/keyed-lock.ts';
import { Semaphore } from '../../runtime/limit/semaphore.ts';
import { TtlCache } from '../../runtime/cache.ts';
import type { Store } from '../../store/store.ts';
import type { CalledDialect } from '../dialect/dialects.ts';
import type {
  AuthorizeContext,
  Call,
  ControllerAccount,
  ControllerClient,
  ControllerDevice,
  ControllerGuest,
  ControllerLogin,
} from './controller-client.ts';
import { callController } from './controller-request.ts';
import { ControllerSessions } from './controller-sessions.ts';
import type { PortalController } from './controller-store.ts';
import { omadaClient } from './omada.ts';
import { smartzoneClient } from './smartzone.ts';
import { unifiClient } from './unifi.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';

const clients: Readonly<Record<CalledDialect, ControllerClient>> = {
  unifi: unifiClient,
  omada: omadaClient,
  ruckus_smartzone: smartzoneClient,
};

/** All calls for one guest together. */
const timeLimitMs = 10_000;
const loginTtlMs = 30 * 60_000;
const maxLogins = 1_000;

/** Calls controllers, a few at a time, and keeps their logins. */
export class ControllerCalls {
  readonly #store: Store;
  readonly #limit = new Semaphore({
    max: 16,
    maxWaiting: 500,
    name: 'calls of portal controllers',
  });
  /** Calls for one device end in the order of its sessions. */
  readonly #lock = new KeyedLock();
  readonly #logins: TtlCache<Promise<ControllerLogin>>;
  readonly #sessions: ControllerSessions;

  /** @param clock  returns milliseconds that never go backwards */
  constructor(store: Store, types: Gateway['deviceTypes'], clock: () => number) {
    this.#store = store;
    this.#sessions = new ControllerSessions(types);
    this.#logins = new TtlCache({ ttlMs: loginTtlMs, maxEntries: maxLogins, clock });
  }

  /**
   * Has the controller of a vendor let a device in.
   *
   * @returns as `authorize` of its client
   * @throws Fault of the call, `refused`, `rejected`, `overloaded`; `unsupported` if the address is not allowed
   */
  authorize(
    vendor: CalledDialect,
    controller: PortalController,
    guest: ControllerGuest,
  ): Promise<CountedOctets | null> {
    const client = clients[vendor];
    return this.#lock.run(`${controller.id} ${guest.mac}`, () =>
      this.#limit.run(() =>
        this.#call(client, controller, (context) => client.authorize(context, guest)),
      ),
    );
  }

  /**
   * Cuts a device off, unless it is to stay by the time that a login of it under way has ended.
   *
   * @returns false: it stays
   * @throws  Fault as `authorize`
   */
  unauthorize(
    vendor: CalledDialect,
    controller: PortalController,
    { device, mayStay }: DeviceToCutOff,
  ): Promise<boolean> {
    const client = clients[vendor];
    return this.#lock.run(`${controller.id} ${device.mac}`, async () => {
      if (await mayStay()) return false;
      await this.#call(client, controller, (context) => client.unauthorize(context, device));
      return true;
    });
  }

  /**
   * Asks a controller for the IP addresses of a connected device.
   *
   * @returns empty: it is not connected, or the controllers of the vendor cannot be asked
   * @throws  Fault as `authorize`
   */
  async findAddresses(
    vendor: CalledDialect,
    controller: PortalController,
    mac: string,
  ): Promise<readonly string[]> {
    const client = clients[vendor];
    const { findAddresses } = client;
    if (!findAddresses) return [];
    return this.#call(client, controller, (context) => findAddresses(context, mac));
  }

  /**
   * Asks a controller for the counters of devices.
   *
   * @returns null: the controllers of the vendor do not count
   * @throws  Fault as `authorize`
   */
  async readCounted(
    vendor: CalledDialect,
    controller: PortalController,
    devices: readonly ControllerDevice[],
  ): Promise<ReadonlyMap<string, CountedOctets> | null> {
    const client = clients[vendor];
    const { readCounted } = client;
    if (!readCounted) return null;
    return this.#limit.run(() =>
      this.#call(client, controller, (context) => readCounted(context, devices)),
    );
  }

  #call<T>(client: ControllerClient, controller: PortalController, work: ControllerWork<T>) {
    const { certificate_sha256, organization } = controller;
    const account = accountOf(controller);
    return runWithin({ timeoutMs: timeLimitMs }, async (signal) => {
      const host = hostOfUrl(new URL(account.url));
      const address = await resolveDestination(this.#store, { organization, host });
      const call: Call = (request) =>
        callController({ ...request, address, certificate_sha256, signal });
      const asDevice: AuthorizeContext['asDevice'] = (type, task) =>
        this.#sessions.use(type, { account, address, certificate_sha256, signal }, task);
      const context = { account, call, asDevice };
      return client.logIn === undefined
        ? work({ ...context, login: {} })
        : this.#callWithLogin({ ...context, logIn: client.logIn, controller }, work);
    });
  }

  async #callWithLogin<T>(to: CalledController, work: ControllerWork<T>): Promise<T> {
    const kept = this.#logins.get(keyOf(to));
    const login = await (kept ?? this.#logIn(to));
    try {
      return await work({ ...to, login });
    } catch (error) {
      if (!kept || asFault(error)?.kind !== 'refused') throw error;
      // The login that was kept has timed out. Another guest may have noticed already.
      const current = this.#logins.get(keyOf(to));
      const renewed = current && current !== kept ? current : this.#logIn(to);
      return work({ ...to, login: await renewed });
    }
  }

  #logIn(to: CalledController): Promise<ControllerLogin> {
    const login = to.logIn(to.account, to.call);
    this.#logins.set(keyOf(to), login);
    login.catch(() => {
      this.#logins.delete(keyOf(to));
    });
    return login;
  }
}

type ControllerWork<T> = (context: AuthorizeContext) => Promise<T>;

interface DeviceToCutOff {
  readonly device: ControllerDevice;
  /** Returns true if the device has logged in again at this controller. */
  readonly mayStay: () => Promise<boolean>;
}

interface CalledController extends Omit<AuthorizeContext, 'login'> {
  readonly logIn: NonNullable<ControllerClient['logIn']>;
  readonly controller: PortalController;
}

function keyOf({ controller, account }: CalledController): string {
  return `${controller.id} ${account.url} ${account.username ?? ''}`;
}

function accountOf({
  name,
  url,
  site,
  username,
  password,
  secret,
}: PortalController): ControllerAccount {
  const credential = password ?? secret;
  if (url === null || !credential)
    throw new Fault('refused', `portal controller "${name}" has no URL or no password`);
  return { url: url.replace(/\/+$/, ''), site, username, password: credential };
}
