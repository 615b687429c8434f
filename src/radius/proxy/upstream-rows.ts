import { OrganizationTree } from '../../aaa/account/organization-tree.ts';
import type { Gateway } from '../../gateway.ts';
import { radsecSecret } from '../../protocol/radius/server-transport.ts';
import type { Secret } from '../../secret.ts';

/** Another RADIUS server, as its row describes it. */
export interface UpstreamRow {
  readonly id: number;
  readonly organization: number;
  readonly name: string;
  readonly address: string;
  readonly auth_port: number;
  readonly acct_port: number;
  readonly tls_port: number;
  readonly transport: string;
  readonly secret: Secret;
  /** In lower case; null: users of no realm that has an upstream. */
  readonly realm: string | null;
  readonly stripsRealm: boolean;
  readonly handlesAuthentication: boolean;
  readonly handlesAccounting: boolean;
  readonly handlesPortalAccounting: boolean;
  readonly priority: number;
  readonly tls_ca: string | null;
  readonly tls_certificate: string | null;
  readonly tls_key: Secret | null;
  readonly tls_server_name: string | null;
  readonly last_change: number;
}

/** Upstreams that are active and can be used, in the order in which they are asked, and the tree of organizations. */
export async function readUpstreams(
  gateway: Gateway,
): Promise<{ readonly rows: readonly UpstreamRow[]; readonly tree: OrganizationTree }> {
  const rows = await query(gateway).execute();
  const organizations =
    rows.length > 0
      ? await gateway.store.db.selectFrom('organization').select(['id', 'parent']).execute()
      : [];
  return {
    rows: rows.flatMap((row) => usable(gateway, row)),
    tree: new OrganizationTree(organizations),
  };
}

function query({ store }: Gateway) {
  return store.db
    .selectFrom('aaa_upstream')
    .selectAll()
    .where('is_active', '=', 1)
    .orderBy('priority')
    .orderBy('id');
}

type Stored = Awaited<ReturnType<ReturnType<typeof query>['execute']>>[number];

function usable(gateway: Gateway, row: Stored): UpstreamRow[] {
  const { vault, log } = gateway;
  try {
    const secret =
      row.secret === null ? radsecSecret : vault.open(row.secret, 'aaa_upstream.secret');
    return [
      {
        ...row,
        secret,
        realm: row.realm?.toLowerCase() ?? null,
        stripsRealm: row.strip_realm === 1,
        handlesAuthentication: row.handles_authentication === 1,
        handlesAccounting: row.handles_accounting === 1,
        handlesPortalAccounting: row.portal_accounting === 1,
        tls_key: row.tls_key === null ? null : vault.open(row.tls_key, 'aaa_upstream.tls_key'),
      },
    ];
  } catch {
    log.error(
      { upstream: row.name },
      'RADIUS upstream can not be used: its secret was sealed with another key',
    );
    return [];
  }
}
