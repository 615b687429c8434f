import type { Config } from '../../config/load-config.ts';
import { errorCode } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import { ask, guestOrigin, parseAnswer, plainOrigin } from '../../own-gateway/own-gateway.ts';
import { resolveHost } from '../../protocol/resolve-host.ts';
import { failed, ok, skipped, warning } from '../../contract/finding.ts';
import type { Check } from '../doctor/check.ts';
import type { PortalTest } from './portal-place.ts';
import { withoutBrackets } from '../../runtime/ip-address.ts';

/* The page, and its address for guests. */

type Installed = Pick<PortalTest, 'config'>;

const timeoutMs = 10_000;
/** A documentation address (RFC 7042) of the device that opens the page. */
const testedDevice = '00-00-5E-00-53-FE';
/** Returns the key of the address for guests. */
const keyOf = ({ portal }: Config) => `${portal.listener.enabled ? 'portal' : 'http'}.public_url`;
/** Returns what to do where the gateway has no address for guests. */
export const noAddress = (config: Config) =>
  `set ${keyOf(config)} to the address of the gateway as guests reach it`;

/** The gateway runs and is ready. */
export const readyCheck: Check<Installed> = {
  name: 'gateway',
  run: async ({ config }) => {
    const url = `${plainOrigin(config)}/readyz`;
    try {
      const { status } = await get(url);
      return [
        status === 200
          ? ok(`${url} answers`)
          : failed(`${url} answers ${status}`, 'run gatehouse doctor'),
      ];
    } catch (error) {
      return [
        failed(
          `${url} does not answer: ${reasonOf(error)}`,
          'start the gateway; run gatehouse doctor',
        ),
      ];
    }
  },
};

/** This machine reaches the gateway at the address that is configured for guests. */
export const addressCheck: Check<Installed> = {
  name: 'public_url',
  run: async ({ config }) => {
    const { public_url } = config.portal;
    if (public_url === '') return [failed(`${keyOf(config)} is empty`, noAddress(config))];
    const { hostname } = new URL(public_url);
    try {
      const { status } = await get(`${public_url}/portal/captive`);
      if (status !== 200)
        return [
          failed(
            `${public_url} answers ${status}: it is not the gateway, or a proxy in front does not forward /portal/`,
            noAddress(config),
          ),
        ];
    } catch (error) {
      return [findingOfAddress(config, error)];
    }
    return [
      /^(localhost|127\.|\[::1\])/.test(hostname)
        ? warning(`${public_url} answers, but only this machine reaches it`, noAddress(config))
        : ok(`${public_url} answers`),
    ];
  },
};

function findingOfAddress(config: Config, error: unknown) {
  const { public_url, listener } = config.portal;
  const seen = `${public_url} does not answer: ${reasonOf(error)}`;
  return /CERT|SELF_SIGNED|ISSUER|SIGNATURE/.test(errorCode(error) ?? '')
    ? failed(
        `${seen}; browsers of guests show a warning in place of the portal`,
        `set ${listener.enabled ? 'portal.listener' : 'http'}.tls.certificate to a certificate of a known CA for this name`,
      )
    : failed(seen, `check ${keyOf(config)}, its DNS name, and a proxy or firewall between`);
}

/** The captive-portal API (RFC 8908) answers the systems of guests. */
export const captiveCheck: Check<Installed> = {
  name: 'captive_api',
  run: async ({ config }) => {
    const url = `${guestOrigin(config)}/portal/captive`;
    const { status, type, body } = await getAsGuest(config, url);
    const state = parseAnswer(body);
    if (status !== 200 || !type.startsWith('application/captive+json') || !isRecord(state))
      return [failed(`${url} answers ${status} ${type}`, 'run gatehouse doctor')];
    const page = state['user-portal-url'];
    const seen = `captive: ${String(state['captive'])}, user-portal-url: ${typeof page === 'string' ? page : 'missing'}`;
    return [
      config.portal.public_url.startsWith('https://')
        ? ok(seen)
        : warning(
            seen,
            `systems use the API only over HTTPS (RFC 8908), and find the portal only by their probes; set ${keyOf(config)} to https://…`,
          ),
    ];
  },
};

/** The addresses that an access point must allow before the login. This machine cannot test them. */
export const gardenCheck: Check<Installed> = {
  name: 'walled_garden',
  run: async ({ config }) => {
    const { portal } = config;
    if (portal.public_url === '')
      return [failed('the gateway has no address to allow', noAddress(config))];
    const { hostname, port, protocol } = new URL(portal.public_url);
    const host = withoutBrackets(hostname);
    try {
      const { address } = await resolveHost(host, { timeoutMs });
      const known = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
      const shown = address === host ? address : `${host} (${address})`;
      return [
        skipped(
          `on the access point, DNS and ${shown} port ${known}/tcp must be allowed before the login`,
        ),
      ];
    } catch (error) {
      return [failed(reasonOf(error), 'add the name to the DNS that guests use')];
    }
  },
};

/** The page is shown to a guest after a redirect of the access point. */
export const pageCheck: Check<PortalTest> = {
  name: 'page',
  run: async ({ config, place: { mac, identifier }, page }) => {
    if (!page) return [];
    const query = new URLSearchParams({
      vendor: 'radius',
      mac: testedDevice,
      ...(mac === null ? { nas_id: identifier ?? '' } : { ap_mac: mac }),
    });
    const url = `${guestOrigin(config)}/portal/`;
    const { status, body } = await getAsGuest(config, `${url}?${query.toString()}`);
    const forms = body.split('<form').length - 1;
    return [
      status === 200 && forms > 0
        ? ok(`${url} shows a guest of the access point ${forms} forms`)
        : failed(
            `${url} answers a guest of the access point ${status}${status === 200 ? ' without a form' : ''}`,
            'check the table at the end of docs/portal.md, and the log of the gateway',
          ),
    ];
  },
};

const get = (url: string) => ask({ url, timeoutMs });

/** Sends a guest's request directly to the listener for guests, without DNS and a proxy in front. */
async function getAsGuest({ portal }: Config, url: string) {
  try {
    return await ask({ url, timeoutMs, trusted: portal.listener.tls.certificate });
  } catch (error) {
    throw new Error(`${url} does not answer: ${reasonOf(error)}`, { cause: error });
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'no answer');
