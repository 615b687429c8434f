import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashToken } from '../../../src/aaa/account/api-token.ts';
import { openStore } from '../../../src/store/database.ts';
import type { Store } from '../../../src/store/store.ts';
import { GatewayProcess, type Answer } from '../../gateway-process.ts';
import { startPostgres } from '../../peers/postgres.ts';

/** A gateway and two callers of its device-control API: an administrator, and one of another organization. */
export interface Site {
  readonly gateway: GatewayProcess;
  /** Opens the store of the gateway beside it. */
  readonly openStore: () => Promise<Store>;
  readonly ask: Ask;
  readonly stranger: Ask;
}

/** @param path  below `/control/api/v1`. @returns  `list`: the rows of a list, in its envelope or bare */
type Ask = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<Answer & { readonly list: readonly Record<string, unknown>[] }>;

export interface Sites {
  readonly sites: Readonly<Record<'sqlite' | 'postgres', Site>>;
  readonly stop: () => Promise<void>;
}

/** Starts a gateway on each engine, with a device type that has writable parameters. */
export async function startSites(): Promise<Sites> {
  const types = mkdtempSync(join(tmpdir(), 'gatehouse-types-'));
  mkdirSync(types, { recursive: true });
  writeFileSync(join(types, 'garden.yaml'), garden);
  writeFileSync(join(types, 'numbered.yaml'), numbered);
  writeFileSync(join(types, 'token.yaml'), token);
  const postgres = await startPostgres({ fsync: false, hasTypes: true });
  const environment = { GATEHOUSE_POLLING_ENABLED: 'false', GATEHOUSE_DEVICE_TYPES_DIR: types };
  const [sqlite, shared] = await Promise.all([
    GatewayProcess.start(environment),
    GatewayProcess.start({ ...environment, GATEHOUSE_DATABASE_URL: postgres.url }),
  ]);
  const sites = {
    sqlite: await siteOf(sqlite, 'sqlite'),
    postgres: await siteOf(shared, postgres.url),
  };
  return {
    sites,
    stop: async () => {
      for (const { gateway } of Object.values(sites)) await gateway.remove();
      await postgres.stop();
      rmSync(types, { recursive: true });
    },
  };
}

async function siteOf(gateway: GatewayProcess, url: string): Promise<Site> {
  const open = () => openStore(url, join(gateway.folder, 'data'));
  const token = await enrolStranger(await open());
  return {
    gateway,
    openStore: open,
    ask: asking(gateway, gateway.token),
    stranger: asking(gateway, token),
  };
}

function asking(gateway: GatewayProcess, token: string): Ask {
  return async (method, path, body) => {
    const { text, ...answer } = await gateway.control(method, path, body, token);
    const list: unknown = text.startsWith('[') ? JSON.parse(text) : (answer.body['results'] ?? []);
    return { ...answer, text, list: list as Record<string, unknown>[] };
  };
}

async function enrolStranger(store: Store): Promise<string> {
  const { db } = store;
  const token = 'gh_of_a_stranger_with_43_characters_at_least_1';
  const stamps = { created: 1, last_change: 1 };
  const organization = db
    .selectFrom('organization')
    .select('id')
    .where('short_name', '=', 'strangers');
  const user = db.selectFrom('user').select('id').where('username', '=', 'stranger');
  await store.write([
    db.insertInto('organization').values({ name: 'Strangers', short_name: 'strangers', ...stamps }),
    db.insertInto('user').values({ organization, username: 'stranger', role: 'admin', ...stamps }),
    db.insertInto('user_token').values({ user, token_hash: hashToken(token), created: 1 }),
  ]);
  await store.close();
  return token;
}

const garden = `
short_name: garden
name: Garden access point
connection: { protocol: ssh }
operations:
  sync: {}
  rename:
    label: Give it another name
    parameters: { name: { pattern: '[^!]*' }, times: { type: integer, minimum: 1, default: 1 } }
    checks: [{ run: uname -sr }]
    command: { run: 'uci set system.name={{ name }} && reload_config {{ times }}' }
    verify: { reads_back: system.name, value: name, within: 1 }
  kick_client:
    parameters: { mac: { type: mac } }
    command: { run: 'iw station del {{ mac }}' }
  block_client:
    experimental: true
    parameters: { mac: { type: mac, notation: aabb.ccdd.eeff } }
    command: { run: 'iw station block {{ mac }}' }
  install:
    parameters: { image: { options: [a, b] } }
    checks: [{ run: sysupgrade -T missing, mask: "'[^']*'" }]
    command: { run: 'sysupgrade {{ image }}' }
    verify: { equals: system.release, value: 8.7.13, within: 5 }
  refresh:
    command: { run: uname -sr }
    verify: { equals: system.release, value: 9.0.0, within: 1 }
  factory_reset: { command: { run: firstboot -y && reboot, expect_disconnect: true } }
  device_factory_reset: { command: { run: firstboot -y && reboot, expect_disconnect: true } }
parameters:
  - { name: Name, variable_name: system.name, short_name: name, type: string, group: System, read: { run: uname -n },
      write: { run: 'uci set system.name={{ value }} && reload_config' }, required: true, default: ap-garden }
  - { name: Channel, variable_name: radio.channel, short_name: channel, type: integer, group: Radio, unit: channel,
      read: { run: 'echo none' }, write: { run: 'iw set channel {{ value }}' }, default: 1 }
  - { name: Band, variable_name: radio.band, short_name: band, type: select, group: Radio, read: { run: 'echo none' },
      options: [{ value: 2g, label: 2.4 GHz }, { value: 5g, label: 5 GHz }], write: { run: 'iw set band {{ value }}', quote: word } }
  - { name: Key, variable_name: wifi.key, short_name: key, type: password, group: Radio, write: { run: 'uci set wifi.key={{ value }}' },
      read: { run: uci export wireless, match: "option key '([^']*)'" } }
  - { name: Release, variable_name: system.release, short_name: release, type: string, group: System,
      read: { run: cat /etc/version }, describes: software_version }
metrics:
  - { name: garden_channel, description: where it sends, parameter: radio.channel, type: a }
`;

/** A type that reads the serial number of a device. */
const numbered = `
short_name: numbered
name: Numbered
experimental: true
connection: { protocol: ssh }
operations: { sync: {} }
parameters:
  - { name: Serial number, variable_name: box.serial, short_name: serial, type: string, read: { run: cat /etc/version },
      describes: serial_number, experimental: true }
`;

/** A type that is asked with a token. */
const token = `
short_name: token
name: Asked with a token
connection: { protocol: http, options: { tls: off, login: { kind: bearer } } }
operations: { sync: {} }
parameters:
  - { name: Version, variable_name: version, short_name: version, type: string, read: { path: /version, value: /v } }
metrics:
  - { name: token_version, description: its version, parameter: version, type: a }
`;
