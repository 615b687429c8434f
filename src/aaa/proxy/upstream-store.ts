import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Secret } from '../../contract/secret.ts';
import type { Store } from '../../store/store.ts';
import { readTableVersion } from '../../store/table-version.ts';
import { OrganizationTree } from '../../organization/organization-tree.ts';
import { normalizeRealm } from '../account/realm.ts';
import { selectInactiveOrganizations } from '../../organization/tree-query.ts';
import { queueOfUpstream, type ForwardQueue } from './forward-queue.ts';

/** A home server, as its row describes it. */
export interface StoredUpstream {
  readonly id: number;
  readonly organization: number;
  readonly name: string;
  readonly address: string;
  readonly auth_port: number;
  readonly acct_port: number;
  readonly tls_port: number;
  readonly transport: string;
  /** Shared secret; null: no secret, as over TLS. */
  readonly secret: Secret | null;
  /** Realm in lower case; null: users of no realm that has an upstream. */
  readonly realm: string | null;
  readonly stripsRealm: boolean;
  /** True: EAP of its users ends at the gateway, and the upstream gets the login inside. */
  readonly hasEapTerminated: boolean;
  readonly handlesAuthentication: boolean;
  readonly handlesAccounting: boolean;
  readonly handlesPortalAuthentication: boolean;
  readonly handlesPortalAccounting: boolean;
  /** Id of the profile of users that it authenticates at the portal for the first time; null: no profile. */
  readonly portal_profile: number | null;
  readonly priority: number;
  readonly require_message_authenticator: string;
  /** 1 once a reply had a Message-Authenticator. */
  readonly signs: number;
  readonly tls_ca: string | null;
  readonly tls_certificate: string | null;
  readonly tls_key: Secret | null;
  readonly tls_server_name: string | null;
  /** Changes with every edit of the row, but not with its status. */
  readonly configuration: string;
}

/** Reads a value that changes with every change of the upstreams or of the organization tree. */
export function readUpstreamVersion(store: Store): Promise<string> {
  return readTableVersion(store, 'aaa_upstream', 'organization');
}

/**
 * Reads the active upstreams in order of priority, and the organization tree. Upstreams whose secrets cannot be decrypted are
 * logged and omitted.
 */
export async function readActiveUpstreams(
  gateway: Gateway,
): Promise<{ readonly upstreams: readonly StoredUpstream[]; readonly tree: OrganizationTree }> {
  const rows = await activeRows(gateway).execute();
  const organizations =
    rows.length > 0
      ? await gateway.store.db.selectFrom('organization').select(['id', 'parent']).execute()
      : [];
  return {
    upstreams: rows.flatMap((row) => openSecrets(gateway, row)),
    tree: new OrganizationTree(organizations),
  };
}

function activeRows({ store }: Gateway) {
  return store.db
    .selectFrom('aaa_upstream')
    .selectAll()
    .where('is_active', '=', 1)
    .where(sql<boolean>`organization not in ${selectInactiveOrganizations()}`)
    .orderBy('priority')
    .orderBy('id');
}

type UpstreamRow = Awaited<ReturnType<ReturnType<typeof activeRows>['execute']>>[number];

function openSecrets({ vault, log }: Gateway, row: UpstreamRow): StoredUpstream[] {
  try {
    return [
      {
        ...row,
        configuration: configurationOf(row),
        secret: row.secret === null ? null : vault.open(row.secret, 'aaa_upstream.secret'),
        realm: row.realm === null ? null : normalizeRealm(row.realm),
        stripsRealm: row.strip_realm === 1,
        hasEapTerminated: row.eap === 'terminated',
        handlesAuthentication: row.handles_authentication === 1,
        handlesAccounting: row.handles_accounting === 1,
        handlesPortalAuthentication: row.portal_authentication === 1,
        handlesPortalAccounting: row.portal_accounting === 1,
        tls_key: row.tls_key === null ? null : vault.open(row.tls_key, 'aaa_upstream.tls_key'),
      },
    ];
  } catch {
    log.error(
      { upstream: row.name },
      'RADIUS upstream is not used: its secret was sealed with another key; set it again',
    );
    return [];
  }
}

const statusColumns = ['state', 'state_since', 'last_error', 'signs'];

/** Compares every column: two edits may have the same time. */
function configurationOf(row: UpstreamRow): string {
  return JSON.stringify(Object.entries(row).filter(([column]) => !statusColumns.includes(column)));
}

export interface UpstreamStateChange {
  readonly state: 'unknown' | 'up' | 'down';
  readonly at: Date;
  readonly error: string | null;
}

/** Records the state of an upstream; the row shows the state that any gateway has seen last. */
export async function recordUpstreamState(
  store: Store,
  id: number,
  { state, at, error }: UpstreamStateChange,
): Promise<void> {
  const values = { state, state_since: at.getTime(), last_error: error };
  await store.write([store.db.updateTable('aaa_upstream').set(values).where('id', '=', id)]);
}

/** Records that an upstream signs its replies. */
export async function recordUpstreamSigning(store: Store, id: number): Promise<void> {
  await store.write([store.db.updateTable('aaa_upstream').set({ signs: 1 }).where('id', '=', id)]);
}

/** True if there is an upstream for a queue, active or not. */
export async function queueHasUpstream(
  { db }: Store,
  { organization, realm }: ForwardQueue,
): Promise<boolean> {
  const rows = await db
    .selectFrom('aaa_upstream')
    .select(['organization', 'realm'])
    .where('organization', '=', organization)
    .execute();
  return rows.some((row) => queueOfUpstream(row).realm === realm);
}
