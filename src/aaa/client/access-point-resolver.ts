import type { Store } from '../../store/store.ts';
import { systemClock, type Clock } from '../../runtime/clock.ts';
import { ReloadOnChange } from '../../runtime/reload-on-change.ts';
import { readTableVersion } from '../../store/table-version.ts';
import {
  lookupKeysOfPacket,
  lookupKeysOfAccessPoint,
  parseCalledStationId,
  type AccessPointIdentifiers,
  type SessionPlace,
} from './access-point-identifiers.ts';

interface AccessPoint {
  readonly id: number;
  readonly organization: number;
  readonly location: number | null;
  readonly ssid: string | null;
}

const checkIntervalMs = 1_000;
const maxCachedPlaces = 8_192;
/** Some 30 MB of memory; the sites of one gateway have thousands. */
const maxAccessPoints = 100_000;

/**
 * Finds the access point of a session by the identifiers in its packets, among the access points of the client's organization
 * and of the organizations that it serves: others must not claim its sessions. Access points are kept in memory, so that no
 * packet costs a query; changes are noticed within a second.
 */
export class AccessPointResolver {
  readonly #store: Store;
  readonly #clock: Pick<Clock, 'setTimer'>;
  #byKey: ReadonlyMap<string, readonly AccessPoint[]> = new Map();
  readonly #places = new Map<string, SessionPlace | null>();
  readonly #stored = new ReloadOnChange({
    readVersion: () => readTableVersion(this.#store, 'access_point'),
    load: () => this.#load(),
  });
  /** True once the last check for changes is a second ago: a timer sets it, so that no packet asks for the time. */
  #isCheckDue = true;

  constructor(store: Store, clock: Pick<Clock, 'setTimer'> = systemClock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Finds the place of a session. If it is unknown, a check for changes runs first, if due: the access point may have been
   * created in the meantime.
   *
   * @returns null: no access point is known by these identifiers, or several are equally likely
   * @throws Fault if the store cannot be read
   */
  find(identifiers: AccessPointIdentifiers): SessionPlace | null | Promise<SessionPlace | null> {
    const place = this.#cachedPlace(identifiers);
    if (!this.#isCheckDue) return place;
    const checked = this.#check();
    if (!place) return checked.then(() => this.#cachedPlace(identifiers));
    // The packet does not wait: a change is seen by the next one. A store that cannot be read is reported elsewhere.
    checked.catch(() => undefined);
    return place;
  }

  async #check(): Promise<void> {
    try {
      await this.#stored.loadIfChanged();
    } finally {
      if (this.#isCheckDue) this.#setCheckTimer();
    }
  }

  #setCheckTimer(): void {
    this.#isCheckDue = false;
    this.#clock
      .setTimer(checkIntervalMs, () => {
        this.#isCheckDue = true;
      })
      .unref();
  }

  #cachedPlace(identifiers: AccessPointIdentifiers): SessionPlace | null {
    if (this.#byKey.size === 0) return null;
    const { organization, client_serves, calledstationid, nasidentifier, nasipaddress } =
      identifiers;
    const key = `${organization}${client_serves}\n${calledstationid ?? ''}\n${nasidentifier ?? ''}\n${nasipaddress}`;
    const cached = this.#places.get(key);
    if (cached !== undefined) return cached;
    const place = this.#resolve(identifiers);
    if (this.#places.size >= maxCachedPlaces) this.#places.clear();
    this.#places.set(key, place);
    return place;
  }

  #resolve(identifiers: AccessPointIdentifiers): SessionPlace | null {
    const { ssid } = parseCalledStationId(identifiers.calledstationid);
    for (const key of lookupKeysOfPacket(identifiers)) {
      const known = this.#byKey.get(key) ?? [];
      const own = known.filter(({ organization }) => organization === identifiers.organization);
      const served = known.filter((accessPoint) => isServed(accessPoint, identifiers));
      const found = mostLikely(own.length > 0 ? own : served, ssid);
      if (found) return placeOf(found);
    }
    return null;
  }

  async #load(): Promise<void> {
    const rows = await readAccessPoints(this.#store);
    const byKey = new Map<string, AccessPoint[]>();
    for (const row of rows)
      for (const key of lookupKeysOfAccessPoint(row))
        byKey.set(key, [...(byKey.get(key) ?? []), accessPointOf(row)]);
    this.#byKey = byKey;
    this.#places.clear();
  }
}

function isServed(
  { organization }: AccessPoint,
  { client_serves }: Pick<AccessPointIdentifiers, 'client_serves'>,
): boolean {
  return client_serves.includes(`,${organization},`);
}

/** Selects the candidate with the SSID, or the only one; null: several are left. */
function mostLikely(candidates: readonly AccessPoint[], ssid: string | null): AccessPoint | null {
  const withSsid = candidates.filter((candidate) => ssid !== null && candidate.ssid === ssid);
  const [only = null, ...others] = withSsid.length > 0 ? withSsid : candidates;
  return others.length > 0 ? null : only;
}

function placeOf({ id, location, organization }: AccessPoint): SessionPlace {
  return { access_point: id, location, organization };
}

type Row = Awaited<ReturnType<typeof readAccessPoints>>[number];

function accessPointOf({ id, organization, location, ssid }: Row): AccessPoint {
  return { id, organization, location, ssid };
}

function readAccessPoints(store: Store) {
  return store.readLong(
    store.db
      .selectFrom('access_point')
      .select(['id', 'organization', 'location', 'mac', 'ssid', 'identifier', 'ip'])
      .where((is) =>
        is.or([
          is('mac', 'is not', null),
          is('identifier', 'is not', null),
          is('ip', 'is not', null),
        ]),
      )
      .orderBy('id')
      .limit(maxAccessPoints),
  );
}
