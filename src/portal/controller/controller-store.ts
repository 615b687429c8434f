import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Secret } from '../../contract/secret.ts';
import { selectAncestors } from '../../organization/tree-query.ts';
import type { DialectName } from '../dialect/dialects.ts';

/** A controller with its credentials. */
export interface PortalController {
  readonly id: number;
  readonly organization: number;
  readonly vendor: string;
  readonly name: string;
  readonly url: string | null;
  readonly site: string | null;
  readonly username: string | null;
  readonly password: Secret | null;
  readonly secret: Secret | null;
  readonly certificate_sha256: string | null;
}

interface ControllerSearch {
  readonly vendor: DialectName;
  /** Organization and location of the access point. */
  readonly organization: number;
  readonly location: number | null;
  /** The controller that a login names; null: the nearest one. */
  readonly name: string | null;
}

interface ControllerRow extends Omit<PortalController, 'password' | 'secret'> {
  readonly password: string | null;
  readonly secret: string | null;
}

/** Finds the controller of a vendor for an access point: of its location, else of the nearest organization upwards. */
export async function findPortalController(
  { store, vault }: Pick<Gateway, 'store' | 'vault'>,
  { vendor, organization, location, name }: ControllerSearch,
): Promise<PortalController | null> {
  const isNamed = name === null ? sql`1 = 1` : sql`c.name = ${name}`;
  const { rows } = await sql<ControllerRow>`
    ${selectController}
    from portal_controller as c
    join ${selectAncestors(organization)} as above on above.id = c.organization
    where c.is_active = 1 and c.vendor = ${vendor} and ${isNamed}
      and (c.location is null or c.location = cast(${location} as bigint))
    order by above.distance, case when c.location is null then 1 else 0 end, c.id limit 1`.execute(
    store.db,
  );
  const [row] = rows;
  return row ? openController(vault, row) : null;
}

/** Finds a controller by its id, active or not. */
export async function findPortalControllerById(
  { store, vault }: Pick<Gateway, 'store' | 'vault'>,
  id: number,
): Promise<PortalController | null> {
  const { rows } = await sql<ControllerRow>`
    ${selectController} from portal_controller as c where c.id = ${id}`.execute(store.db);
  const [row] = rows;
  return row ? openController(vault, row) : null;
}

const selectController = sql`select c.id, c.organization, c.vendor, c.name, c.url, c.site, c.username, c.password, c.secret,
  c.certificate_sha256`;

function openController(vault: Gateway['vault'], row: ControllerRow): PortalController {
  const open = (field: 'password' | 'secret') =>
    row[field] === null ? null : vault.open(row[field], `portal_controller.${field}`);
  return { ...row, password: open('password'), secret: open('secret') };
}
