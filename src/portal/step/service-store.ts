import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Secret } from '../../contract/secret.ts';
import { selectAncestors } from '../../organization/tree-query.ts';
import { parseJsonColumn, type Store } from '../../store/store.ts';
import type { ServiceKind, ServiceSettings } from '../page/portal-service.ts';

/** A service as a login uses it. */
export interface PortalService {
  readonly id: number;
  readonly organization: number;
  readonly name: string;
  readonly url: string;
  /** Null: none. */
  readonly secret: Secret | null;
  readonly settings: ServiceSettings;
}

interface ServiceRow {
  readonly id: number;
  readonly organization: number;
  readonly name: string;
  readonly url: string | null;
  readonly secret: string | null;
  readonly settings: string;
}

/** The place that a service is for. */
interface ServedPlace {
  readonly organization: number;
  readonly location: number | null;
}

/** Finds the service of a kind for a place: of its location, else of the nearest organization upwards; null: there is none. */
export async function findPortalService(
  { store, vault }: Pick<Gateway, 'store' | 'vault'>,
  kind: ServiceKind,
  place: ServedPlace,
): Promise<PortalService | null> {
  const found = await findRow(store, kind, place);
  const service = found && withoutSecret(found);
  if (!service) return null;
  const { secret } = found;
  return {
    ...service,
    secret: secret === null ? null : vault.open(secret, 'portal_service.secret'),
  };
}

/** Returns the service that `findPortalService` finds without its secret; null: there is none. */
export async function findServiceSettings(
  store: Store,
  kind: ServiceKind,
  place: ServedPlace,
): Promise<Omit<PortalService, 'secret'> | null> {
  const found = await findRow(store, kind, place);
  return found ? withoutSecret(found) : null;
}

/** @returns null: the service has no URL yet */
function withoutSecret({ id, organization, name, url, settings }: ServiceRow) {
  return url === null
    ? null
    : { id, organization, name, url, settings: parseJsonColumn<ServiceSettings>(settings) };
}

/** Returns the name of the service that `findPortalService` finds; null: there is none. */
export async function findServiceName(
  store: Store,
  kind: ServiceKind,
  place: ServedPlace,
): Promise<string | null> {
  return (await findRow(store, kind, place))?.name ?? null;
}

async function findRow({ db }: Store, kind: ServiceKind, { organization, location }: ServedPlace) {
  const { rows } = await sql<ServiceRow>`
    select s.id, s.organization, s.name, s.url, s.secret, s.settings from portal_service as s
    join ${selectAncestors(organization)} as above on above.id = s.organization
    where s.is_active = 1 and s.kind = ${kind}
      and (s.location is null or s.location = cast(${location} as bigint))
    order by above.distance, case when s.location is null then 1 else 0 end, s.id limit 1`.execute(
    db,
  );
  return rows[0];
}
