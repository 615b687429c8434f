import type { Vault } from '../../store/vault.ts';
import { Type, type Static } from 'typebox';
import {
  snmpV3Schema,
  type Adapter,
  type Credentials,
  type SnmpV3Credentials,
} from '../../contract/adapter.ts';
import { Fault } from '../../contract/errors.ts';
import { isRecord, secretObject } from '../../contract/fields.ts';
import { TtlCache } from '../../runtime/cache.ts';
import { validateAgainst } from '../../contract/schema.ts';
import { Secret } from '../../contract/secret.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { parseJsonColumn } from '../../store/store.ts';

/** Credentials of a device or a profile by protocol, of the kinds that its adapter declares. */
export const credentialsByProtocol = () =>
  secretObject({
    ...Type.Record(
      Type.String({ pattern: '^[a-z][a-z0-9-]{0,49}$' }),
      Type.Record(Type.String(), Type.Unknown()),
    ),
    additionalProperties: false,
    maxProperties: 20,
    'x-max-octets': 16_384,
    'x-extension': true,
    description:
      'credentials for one protocol only, before those for all: `{"http": {"token": "…"}}`; write-only',
  });

/**
 * Checks the credentials of a device or a profile against the adapters that they are for.
 *
 * @throws Fault `invalid` naming the protocol and the credential, without its value
 */
export function checkCredentials(
  adapters: ReadonlyMap<string, Adapter>,
  { credentials }: Row,
): void {
  if (!isRecord(credentials)) return;
  for (const [protocol, given] of Object.entries(credentials)) {
    const adapter = adapters.get(protocol);
    const field = `credentials.${protocol}`;
    if (adapter?.credentials === undefined) throw Fault.field(field, unknownProtocol(adapters));
    try {
      validateAgainst(adapter.credentials, structuredClone(given), field);
    } catch (error) {
      throw Fault.field(field, error instanceof Error ? error.message : 'not valid');
    }
  }
}

function unknownProtocol(adapters: ReadonlyMap<string, Adapter>): string {
  const known = [...adapters.values()].filter(({ credentials }) => credentials !== undefined);
  return `No adapter takes credentials under this name. Known: ${known.map(({ name }) => name).join(', ')}.`;
}

/** Row of a device or of a connection profile, with its sealed columns. */
interface CredentialRow {
  readonly username: string | null;
  readonly password: string | null;
  readonly private_key: string | null;
  readonly snmp_community: string | null;
  readonly snmp_v3: string | null;
  readonly credentials: string | null;
}

const sealedKinds = ['password', 'private_key', 'snmp_community', 'snmp_v3'] as const;

/** Fields of a device and of a connection profile that hold secrets. */
export const secretFields = [...sealedKinds, 'credentials'] as const;

/**
 * Opens the credentials that an adapter takes, and no others. Credentials for its protocol come before credentials for all
 * protocols, and credentials of the device before credentials of its profile.
 */
export function openCredentials(
  secrets: OpenedSecrets,
  adapter: Adapter,
  { device, profile }: { readonly device: CredentialRow; readonly profile: CredentialRow | null },
): Credentials {
  const kinds = new Set(Object.keys(adapter.credentials?.properties ?? {}));
  if (kinds.size === 0) return {};
  const sources: Source[] = [{ row: device, table: 'inventory_device' }];
  if (profile !== null) sources.unshift({ row: profile, table: 'inventory_connection_profile' });
  const found: Record<string, unknown> = {};
  for (const source of sources) Object.assign(found, openColumns(secrets, source, kinds));
  for (const { row, table } of sources)
    if (row.credentials !== null)
      Object.assign(
        found,
        ofProtocol(adapter, secrets.open(row.credentials, `${table}.credentials`)),
      );
  return credentialsOf(found);
}

/**
 * Secrets that were opened, by their places and sealed texts: a device is polled with the same one each time. A changed secret
 * has another sealed text, as it is sealed with a nonce of its own.
 */
export class OpenedSecrets {
  readonly #vault: Vault;
  readonly #opened = new TtlCache<Secret>({ ttlMs: 600_000, maxEntries: 10_000 });

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** @throws Error as `Vault.open` */
  open(sealed: string, place: string): Secret {
    const key = `${place} ${sealed}`;
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const secret = this.#vault.open(sealed, place);
    this.#opened.set(key, secret);
    return secret;
  }
}

interface Source {
  readonly row: CredentialRow;
  readonly table: string;
}

/** Opens the credentials for all protocols, as far as they are set and of the kinds that are asked for. */
function openColumns(secrets: OpenedSecrets, { row, table }: Source, kinds: ReadonlySet<string>) {
  const opened = sealedKinds.flatMap((kind) => {
    const sealed = row[kind];
    if (sealed === null || !kinds.has(kind)) return [];
    return [[kind, textOf(kind, secrets.open(sealed, `${table}.${kind}`))] as const];
  });
  const username = kinds.has('username') && row.username ? { username: row.username } : {};
  return { ...username, ...Object.fromEntries(opened) };
}

function textOf(kind: string, secret: Secret): unknown {
  return kind === 'snmp_v3' ? parseJsonColumn(secret.reveal()) : secret.reveal();
}

function ofProtocol({ name }: Adapter, secret: Secret): unknown {
  const byProtocol = parseJsonColumn<Readonly<Record<string, unknown>>>(secret.reveal());
  return Object.hasOwn(byProtocol, name) ? byProtocol[name] : {};
}

/** Returns credentials in the form that adapters take; kinds that only one of them knows are under `more`. */
function credentialsOf(found: Readonly<Record<string, unknown>>): Credentials {
  const { username, password, private_key, snmp_community, snmp_v3, ...others } = found;
  const more = Object.entries(others).flatMap(([kind, value]) =>
    typeof value === 'string' ? [[kind, new Secret(value)] as const] : [],
  );
  return {
    ...(typeof username === 'string' && { username }),
    ...(typeof password === 'string' && { password: new Secret(password) }),
    ...(typeof private_key === 'string' && { privateKey: new Secret(private_key) }),
    ...(typeof snmp_community === 'string' && { community: new Secret(snmp_community) }),
    ...(isRecord(snmp_v3) && { snmpV3: snmpV3Of(snmp_v3) }),
    ...(more.length > 0 && { more: Object.fromEntries(more) }),
  };
}

function snmpV3Of(stored: Readonly<Record<string, unknown>>): SnmpV3Credentials {
  const { user, auth_protocol, auth_password, priv_protocol, priv_password } = validateAgainst<
    Static<typeof snmpV3Schema>
  >(snmpV3Schema, stored, 'snmp_v3');
  return {
    user,
    ...(auth_protocol && { authProtocol: auth_protocol }),
    ...(auth_password && { authPassword: new Secret(auth_password) }),
    ...(priv_protocol && { privProtocol: priv_protocol }),
    ...(priv_password && { privPassword: new Secret(priv_password) }),
  };
}
