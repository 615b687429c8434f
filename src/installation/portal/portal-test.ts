import type { Config } from '../../config/load-config.ts';
import { isStepped, type SteppedKind } from '../../portal/page/portal-page.ts';
import { serviceKinds } from '../../portal/page/portal-service.ts';
import { findServiceName } from '../../portal/step/service-store.ts';
import { findPageOfPlace, findPlace } from '../../portal/page/page-store.ts';
import { openExisting } from '../../site/open-existing.ts';
import type { Store } from '../../store/store.ts';
import {
  failed,
  ok,
  reportFindings,
  type FindingReport,
  type Finding,
  type Found,
} from '../../contract/finding.ts';
import { runChecks, type Check } from '../doctor/check.ts';
import { findingOfUpstream } from '../doctor/radius-checks.ts';
import {
  addressCheck,
  captiveCheck,
  gardenCheck,
  noAddress,
  readyCheck,
  pageCheck,
} from './page-checks.ts';
import { carriageCheck } from './carriage-check.ts';
import { coaCheck, controllerCheck, nasCheck } from './network-checks.ts';
import { wayChecks } from './way-checks.ts';
import {
  countPageUsers,
  findClients,
  findControllers,
  findPlaces,
  findUpstreams,
  type PortalTest,
  type TestedPlace,
} from './portal-place.ts';

/* `gatehouse portal test`: the steps of a guest, as far as the machine of the gateway can test them. */

interface PortalTestOptions {
  /** Name, id, MAC address or identifier of an access point. */
  readonly accessPoint?: string;
  readonly json: boolean;
}

const installationChecks: readonly Check<Pick<PortalTest, 'config'>>[] = [
  readyCheck,
  addressCheck,
  captiveCheck,
  gardenCheck,
];

/** Tests the portal of an access point. @throws Error if store or key are missing */
export async function testPortal(
  config: Config,
  { accessPoint, json }: PortalTestOptions,
): Promise<FindingReport> {
  const opened = await openExisting(config);
  try {
    const installation = await runChecks(installationChecks, { config });
    const { place, found: state } = await searchPlace(opened.store, accessPoint);
    const findings: Finding[] = [...installation, { check: 'access_point', ...state }];
    if (place) {
      const found = await findAround(opened.store, place);
      findings.push(...(await runChecks(placeChecks, { ...opened, config, place, ...found })));
    }
    return reportFindings(findings, { json });
  } finally {
    await opened.store.close();
  }
}

/** Finds the clients, upstreams, controllers and page of an access point. */
async function findAround(store: Store, place: TestedPlace) {
  return {
    page: place.isOfInactive ? null : await findPageOfPlace(store, place),
    clients: await findClients(store, place),
    upstreams: await findUpstreams(store, place),
    controllers: await findControllers(store, place),
  };
}

interface PlaceSearch {
  readonly place: TestedPlace | null;
  readonly found: Found;
}

async function searchPlace(store: Store, text: string | undefined): Promise<PlaceSearch> {
  const [place, another] = await findPlaces(store, text);
  if (!place)
    return {
      place: null,
      found: failed(
        text === undefined ? 'there is no access point' : `no access point is called "${text}"`,
        'create an access_point with the MAC address or the identifier in its redirect',
      ),
    };
  if (another)
    return {
      place: null,
      found: failed(
        `${place.id} ("${place.name}") and ${another.id} ("${another.name}") are called "${text ?? ''}"`,
        'use the id of one of them',
      ),
    };
  return { place, found: await judgePlace(store, place) };
}

async function judgePlace(store: Store, place: TestedPlace): Promise<Found> {
  const { id, name, mac, identifier } = place;
  const shown = `${id} ("${name}")`;
  if (place.is_active !== 1) return failed(`${shown} is switched off`, 'set its is_active');
  if (place.isOfInactive)
    return failed(`${shown} belongs to an organization that is switched off`, 'set its is_active');
  if (mac === null && identifier === null)
    return failed(
      `${shown} has neither mac nor identifier: a redirect cannot name it`,
      'set the value that the redirect of the vendor has',
    );
  const named = await findPlace(store, { mac, identifier, page: null });
  const key = mac === null ? `identifier ${String(identifier)}` : `MAC address ${mac}`;
  return named?.id === id
    ? ok(`${shown}, ${key}`)
    : failed(
        `${shown}: another active access point has the same ${key}, so a redirect is ambiguous`,
        'correct or switch off one of the two',
      );
}

/** A page serves the access point. */
const servedCheck: Check<PortalTest> = {
  name: 'portal_page',
  run: ({ page, place: { organization, location } }) => [
    page
      ? ok(`page ${page.id} of organization ${page.organization}`)
      : failed(
          `no portal_page serves organization ${organization}${location === null ? '' : `, location ${location}`}`,
          `create a portal_page of organization ${organization} or of a parent of it, or set its is_active`,
        ),
  ],
};

/** Each kind of login on the page has users. */
const loginKindsCheck: Check<PortalTest> = {
  name: 'login_kinds',
  run: async (tested) => {
    const { store, page, upstreams } = tested;
    if (!page) return [];
    const { subscribers, vouchers, termsUser } = await countPageUsers(store, page, Date.now());
    const kinds = {
      user: () =>
        subscribers > 0 || upstreams.length > 0
          ? ok(`user: ${subscribers} users, ${upstreams.length} upstreams`)
          : failed(
              'user: no active user and no upstream',
              'create users of role subscriber, or take user out of login_kinds',
            ),
      voucher: () =>
        vouchers > 0
          ? ok(`voucher: ${vouchers} are valid`)
          : failed(
              'voucher: no valid voucher',
              'create user_tokens of kind network, or take voucher out of login_kinds',
            ),
      terms: () =>
        termsUser?.isUsable === true
          ? ok(`terms: guests are logged in as "${termsUser.name}"`)
          : failed(
              termsUser
                ? `terms: the user "${termsUser.name}" is switched off or has expired`
                : 'terms: the page has no user for guests who only accept the terms',
              'set terms_user of the page to an active user',
            ),
    };
    return Promise.all(
      page.loginKinds.map(async (kind) => {
        if (!isStepped(kind)) return kinds[kind]();
        return wayChecks[kind]?.({ ...tested, page }) ?? findStepped(tested, kind);
      }),
    );
  },
};

/** Tells whether the second step of a kind can be taken. */
async function findStepped(
  { config, store, place }: PortalTest,
  kind: SteppedKind,
): Promise<Found> {
  const { smtp, portal } = config;
  const needed = serviceKinds.find((one) => one === kind);
  if (needed) {
    const name = await findServiceName(store, needed, place);
    return name === null
      ? failed(`${kind}: no portal_service of kind ${kind} serves it`, 'create one')
      : ok(`${kind}: by the portal_service "${name}"`);
  }
  if (smtp.host === '')
    return failed(`${kind}: smtp.host is empty, so no mail is sent`, 'set smtp.host and smtp.from');
  return portal.public_url === ''
    ? failed(`${kind}: the links in mails need the address of the page`, noAddress(config))
    : ok(`${kind}: mails are sent by ${smtp.host}`);
}

/** Upstreams that authenticate users answer. */
const upstreamCheck: Check<PortalTest> = {
  name: 'upstream',
  run: ({ upstreams }) => {
    if (upstreams.length === 0) return [ok('no upstream: all users are stored here')];
    return upstreams.map(({ name, realm, ...upstream }) => {
      const users = realm === null ? 'users that are not stored here' : `realm ${realm}`;
      return findingOfUpstream(`"${name}" (${users})`, upstream);
    });
  },
};

const placeChecks: readonly Check<PortalTest>[] = [
  servedCheck,
  pageCheck,
  loginKindsCheck,
  upstreamCheck,
  nasCheck,
  coaCheck,
  controllerCheck,
  carriageCheck,
];
