import type { Store } from '../../store/store.ts';
import { ReloadOnChange } from '../../runtime/reload-on-change.ts';
import { OrganizationTree, type OrganizationRelation } from '../account/organization-tree.ts';
import { readTableVersion } from '../../store/table-version.ts';
import {
  lookupKeysOfPacket,
  lookupKeysOfAccessPoint,
  parseCalledStationId,
  type AccessPointIdentifiers,
} from './access-point-identifiers.ts';

/** Where a session is: what its row of accounting says of it. */
export interface SessionPlace {
  readonly access_point: number;
  readonly location: number | null;
  /** The access point's, where that is one below the client's; else the client's. */
  readonly organization: number;
}

interface AccessPoint {
  readonly id: number;
  readonly organization: number;
  readonly location: number | null;
  readonly ssid: string | null;
}

interface Related {
  readonly accessPoint: AccessPoint;
  readonly branch: OrganizationRelation;
}

const minReloadIntervalMs = 1_000;
const keptPlaces = 8_192;
/** Some 30 MB of memory; sites of one gateway have thousands. */
const mostKept = 100_000;

/**
 * Which access point a session is at, by what its packets say. Kept in memory, so that no packet costs a query; what has
 * changed is noticed within a second.
 */
export class AccessPointResolver {
  readonly #store: Store;
  #byMark: ReadonlyMap<string, readonly AccessPoint[]> = new Map();
  #tree = new OrganizationTree([]);
  readonly #places = new Map<string, SessionPlace | null>();
  readonly #stored = new ReloadOnChange({
    readVersion: () => readTableVersion(this.#store, 'access_point', 'organization'),
    load: () => this.#load(),
    minIntervalMs: minReloadIntervalMs,
  });

  constructor(store: Store) {
    this.#store = store;
  }

  /** @returns null where none is known, or several are as likely */
  find(said: AccessPointIdentifiers): SessionPlace | null {
    const place = this.#known(said);
    // Nobody waits for it: what moved a moment ago is found a moment later. A store that can not be read says so elsewhere.
    if (place && this.isReloadDue) this.#stored.loadIfChanged().catch(() => undefined);
    return place;
  }

  /** Whether it is time to look if something has changed: at most once a second. */
  get isReloadDue(): boolean {
    return this.#stored.isDue;
  }

  /** The same as `find`, after a look whether the one that is missing has been created in the meantime. */
  async reloadAndFind(said: AccessPointIdentifiers): Promise<SessionPlace | null> {
    await this.#stored.loadIfChanged();
    return this.#known(said);
  }

  #known(said: AccessPointIdentifiers): SessionPlace | null {
    if (this.#byMark.size === 0) return null;
    const { organization, calledStationId, nasIdentifier, nasAddress } = said;
    const key = `${organization}\n${calledStationId ?? ''}\n${nasIdentifier ?? ''}\n${nasAddress}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.#resolve(said);
    if (this.#places.size >= keptPlaces) this.#places.clear();
    this.#places.set(key, place);
    return place;
  }

  #resolve(said: AccessPointIdentifiers): SessionPlace | null {
    const { ssid } = parseCalledStationId(said.calledStationId);
    for (const mark of lookupKeysOfPacket(said)) {
      const related = (this.#byMark.get(mark) ?? []).flatMap((accessPoint) =>
        this.#related(said.organization, accessPoint),
      );
      const found = likeliest(related, ssid);
      if (found) return placeOf(found, said.organization);
    }
    return null;
  }

  #related(organization: number, accessPoint: AccessPoint): Related[] {
    const branch = this.#tree.findRelation(organization, accessPoint.organization);
    return branch ? [{ accessPoint, branch }] : [];
  }

  async #load(): Promise<void> {
    const [rows, organizations] = await Promise.all([
      readAccessPoints(this.#store),
      readOrganizations(this.#store),
    ]);
    const byMark = new Map<string, AccessPoint[]>();
    for (const row of rows)
      for (const mark of lookupKeysOfAccessPoint(row))
        byMark.set(mark, [...(byMark.get(mark) ?? []), accessPointOf(row)]);
    this.#byMark = byMark;
    this.#tree = new OrganizationTree(organizations);
    this.#places.clear();
  }
}

/** Of those in the nearest organization the one with the SSID, or the only one; never a guess between several. */
function likeliest(related: readonly Related[], ssid: string | null): Related | null {
  const least = Math.min(...related.map(({ branch }) => branch.distance));
  const nearest = related.filter(({ branch }) => branch.distance === least);
  const named = nearest.filter(({ accessPoint }) => ssid !== null && accessPoint.ssid === ssid);
  const [only = null, ...others] = named.length > 0 ? named : nearest;
  return others.length > 0 ? null : only;
}

function placeOf({ accessPoint, branch }: Related, organization: number): SessionPlace {
  return {
    access_point: accessPoint.id,
    location: accessPoint.location,
    organization: branch.isDescendant ? accessPoint.organization : organization,
  };
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
      .limit(mostKept),
  );
}

function readOrganizations({ db }: Store) {
  return db.selectFrom('organization').select(['id', 'parent']).execute();
}
