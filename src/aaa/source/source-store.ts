import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { ldapProtections, type LdapProtection } from '../../protocol/ldap/ldap-connection.ts';
import { selectInactiveOrganizations } from '../../organization/tree-query.ts';
import { parseJsonColumn, type Store } from '../../store/store.ts';
import type { Secret } from '../../contract/secret.ts';

/** A profile of the members of a group. */
export interface GroupProfile {
  /** DN, or common name. */
  readonly group: string;
  /** Name of the profile. */
  readonly profile: string;
}

/** A source, as its row describes it. */
export interface StoredSource {
  readonly id: number;
  readonly organization: number;
  readonly name: string;
  readonly addresses: readonly string[];
  readonly port: number;
  readonly protection: LdapProtection;
  readonly ca: string | null;
  readonly serverName: string | null;
  /** Null: searches are anonymous. */
  readonly service: { readonly dn: string; readonly password: Secret } | null;
  readonly baseDn: string;
  readonly usernameAttribute: string;
  readonly userFilter: string;
  readonly groupBaseDn: string;
  readonly groupFilter: string | null;
  readonly groups: readonly GroupProfile[];
  readonly requiresGroup: boolean;
  readonly profile: number | null;
  readonly timeoutMs: number;
  readonly cacheMs: number;
  readonly state: string;
  /** Changes with every edit of the row, but not with its state. */
  readonly configuration: string;
}

type Reading = Pick<Gateway, 'store' | 'vault' | 'log'>;

/** Reads the active sources in the order in which they are asked. A source whose password cannot be decrypted is logged and omitted. */
export async function readActiveSources(gateway: Reading): Promise<readonly StoredSource[]> {
  const rows = await activeRows(gateway).execute();
  return rows.flatMap((row) => openSource(gateway, row));
}

function activeRows({ store }: Reading) {
  return store.db
    .selectFrom('user_source')
    .selectAll()
    .where('is_active', '=', 1)
    .where(sql<boolean>`organization not in ${selectInactiveOrganizations()}`)
    .orderBy('priority')
    .orderBy('id');
}

type SourceRow = Awaited<ReturnType<ReturnType<typeof activeRows>['execute']>>[number];

function openSource({ vault, log }: Reading, row: SourceRow): StoredSource[] {
  const { bind_dn: dn, bind_password: sealed, protection } = row;
  try {
    const password = sealed === null ? null : vault.open(sealed, 'user_source.bind_password');
    return [
      {
        ...pickNames(row),
        addresses: parseJsonColumn<readonly string[]>(row.addresses),
        port: row.port ?? (protection === 'tls' ? 636 : 389),
        protection: protectionOf(protection),
        ca: row.tls_ca,
        serverName: row.tls_server_name,
        service: dn === null || password === null ? null : { dn, password },
        baseDn: row.base_dn,
        usernameAttribute: row.username_attribute,
        userFilter: row.user_filter ?? `(${row.username_attribute}={username})`,
        groupBaseDn: row.group_base_dn ?? row.base_dn,
        groupFilter: row.group_filter,
        groups: parseJsonColumn<readonly GroupProfile[]>(row.groups),
        requiresGroup: row.requires_group === 1,
        timeoutMs: row.timeout_seconds * 1000,
        cacheMs: row.cache_hours * 3_600_000,
        configuration: configurationOf(row),
      },
    ];
  } catch {
    log.error(
      { source: row.name },
      'user source is not used: its password was sealed with another key; set it again',
    );
    return [];
  }
}

function protectionOf(text: string): LdapProtection {
  return ldapProtections.find((one) => one === text) ?? 'tls';
}

function pickNames({ id, organization, name, profile, state }: SourceRow) {
  return { id, organization, name, profile, state };
}

const statusColumns = ['state', 'state_since', 'last_error'];

function configurationOf(row: SourceRow): string {
  return JSON.stringify(Object.entries(row).filter(([column]) => !statusColumns.includes(column)));
}

/** Whether a source answers. */
export interface SourceState {
  /** Null: it answers. */
  readonly error: string | null;
  readonly at: Date;
}

/** Records whether a source answers; the row shows what any gateway has seen last. */
export async function recordSourceState(
  store: Store,
  id: number,
  { error, at }: SourceState,
): Promise<void> {
  const state = error === null ? 'up' : 'down';
  const values = { state, state_since: at.getTime(), last_error: error } as const;
  await store.write([store.db.updateTable('user_source').set(values).where('id', '=', id)]);
}
