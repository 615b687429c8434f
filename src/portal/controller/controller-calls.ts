import { asFault, Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { resolveDestination } from '../../inventory/device/device-address.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { Semaphore } from '../../runtime/semaphore.ts';
import { TtlCache } from '../../runtime/ttl-cache.ts';
import type { CalledDialect } from '../dialect/dialects.ts';
import type {
  Call,
  ControllerAccount,
  ControllerClient,
  ControllerGuest,
  ControllerLogin,
} from './controller-client.ts';
import { callController, hostOf } from './controller-request.ts';
import type { PortalController } from './controller-store.ts';
import { omadaClient } from './omada.ts';
import { smartzoneClient } from './smartzone.ts';
import { unifiClient } from './unifi.ts';

const clients: Readonly<Record<CalledDialect, ControllerClient>> = {
  unifi: unifiClient,
  omada: omadaClient,
  ruckus_smartzone: smartzoneClient,
};

/** All calls for one guest together. */
const timeLimitMs = 10_000;
const loginTtlMs = 30 * 60_000;
const maxLogins = 1_000;

type CallingGateway = Pick<Gateway, 'clock' | 'store'>;

/** Calls controllers, a few at a time, and keeps their logins. */
class ControllerCalls {
  readonly #gateway: CallingGateway;
  readonly #limit = new Semaphore({
    max: 16,
    maxWaiting: 500,
    name: 'calls of portal controllers',
  });
  readonly #logins: TtlCache<Promise<ControllerLogin>>;

  constructor(gateway: CallingGateway) {
    this.#gateway = gateway;
    const limits = { ttlMs: loginTtlMs, maxEntries: maxLogins };
    this.#logins = new TtlCache({ ...limits, clock: gateway.clock.monotonicMs });
  }

  /** @throws Fault of the call, `refused`, `rejected`, `overloaded`; `unsupported` if the address is not allowed */
  async authorize(
    client: ControllerClient,
    controller: PortalController,
    guest: ControllerGuest,
  ): Promise<void> {
    const { certificate_sha256, organization } = controller;
    const account = accountOf(controller);
    await this.#limit.run(() =>
      runWithin({ timeoutMs: timeLimitMs }, async (signal) => {
        const host = hostOf(account.url);
        const address = await resolveDestination(this.#gateway, { organization, host });
        const call: Call = (request) =>
          callController({ ...request, address, certificate_sha256, signal });
        return this.#authorizeWithLogin({ client, controller, account, call }, guest);
      }),
    );
  }

  async #authorizeWithLogin(to: CalledController, guest: ControllerGuest): Promise<void> {
    const { client, account, call } = to;
    const kept = this.#logins.get(keyOf(to));
    const login = await (kept ?? this.#logIn(to));
    try {
      await client.authorize({ account, login, call }, guest);
    } catch (error) {
      if (!kept || asFault(error)?.kind !== 'refused') throw error;
      // The login that was kept has timed out. Another guest may have noticed already.
      const current = this.#logins.get(keyOf(to));
      const renewed = current && current !== kept ? current : this.#logIn(to);
      await client.authorize({ account, login: await renewed, call }, guest);
    }
  }

  #logIn(to: CalledController): Promise<ControllerLogin> {
    const login = to.client.logIn(to.account, to.call);
    this.#logins.set(keyOf(to), login);
    login.catch(() => {
      this.#logins.delete(keyOf(to));
    });
    return login;
  }
}

interface CalledController {
  readonly client: ControllerClient;
  readonly controller: PortalController;
  readonly account: ControllerAccount;
  readonly call: Call;
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

const callsByGateway = new WeakMap<object, ControllerCalls>();

/** Has the controller of a vendor let a device in. @throws Fault as `ControllerCalls.authorize` */
export function authorizeAtController(
  gateway: CallingGateway,
  vendor: CalledDialect,
  { controller, guest }: { readonly controller: PortalController; readonly guest: ControllerGuest },
): Promise<void> {
  const calls = callsByGateway.get(gateway) ?? new ControllerCalls(gateway);
  callsByGateway.set(gateway, calls);
  return calls.authorize(clients[vendor], controller, guest);
}
