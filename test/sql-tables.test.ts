import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import tap, { test } from 'tap';
import ts from 'typescript';
import { openStore } from '../src/store/database.ts';
import { sourceFiles, visitNodes, type SourceFile } from './source-files.ts';

/** The room of each table. Only its files write the table; all rooms of its domain may read it. */
const ownerOf: Readonly<Record<string, string>> = {
  organization: 'src/organization',
  user: 'src/aaa/account',
  user_extra: 'src/aaa/account',
  user_token: 'src/aaa/account',
  user_session: 'src/aaa/account',
  user_totp: 'src/aaa/account',
  user_recovery_code: 'src/aaa/account',
  user_key: 'src/aaa/key',
  user_key_device: 'src/aaa/key',
  user_key_master: 'src/aaa/key',
  user_key_secret: 'src/aaa/key',
  wifi_network: 'src/aaa/wifi',
  user_certificate: 'src/aaa/wifi',
  device_authority: 'src/aaa/wifi',
  location: 'src/organization',
  access_point: 'src/organization',
  aaa_profile: 'src/aaa/policy',
  aaa_decision: 'src/aaa/policy',
  aaa_client: 'src/aaa/client',
  aaa_nas_clock: 'src/aaa/client',
  aaa_accounting: 'src/aaa/session',
  aaa_accounting_sum: 'src/aaa/session',
  aaa_session_traffic: 'src/aaa/session',
  aaa_packet: 'src/aaa/session',
  aaa_usage: 'src/aaa/session',
  aaa_authorization_change: 'src/aaa/coa',
  aaa_certificate_device: 'src/aaa/coa',
  aaa_fallback: 'src/aaa/policy',
  aaa_reservation: 'src/aaa/policy',
  user_profile_entry: 'src/aaa/policy',
  address_pool: 'src/aaa/address',
  address_lease: 'src/aaa/address',
  aaa_profile_pool_entry: 'src/aaa/address',
  static_address: 'src/aaa/address',
  aaa_upstream: 'src/aaa/proxy',
  user_source: 'src/aaa/source',
  pms_link: 'src/aaa/pms',
  pms_link_lease: 'src/aaa/pms',
  pms_guest: 'src/aaa/pms',
  pms_posting: 'src/aaa/pms',
  aaa_forward: 'src/aaa/proxy',
  aaa_forward_lease: 'src/aaa/proxy',
  aaa_portal_session: 'src/aaa/session',
  txlog_portal: 'src/aaa/portal-log',
  portal_controller: 'src/portal',
  portal_revocation: 'src/portal',
  portal_page: 'src/portal',
  portal_page_version: 'src/portal',
  portal_payment: 'src/portal',
  portal_pending_login: 'src/portal',
  portal_file: 'src/portal',
  portal_service: 'src/portal',
  device_app_device: 'src/aaa/app',
  device_app_connection_log: 'src/aaa/app',
  device_app_connection_day: 'src/aaa/app',
  device_app_test_report: 'src/aaa/app',
  audit: 'src/upkeep/audit',
  privacy_job: 'src/upkeep/privacy',
  privacy_export: 'src/upkeep/privacy',
  inventory_type: 'src/inventory/device',
  inventory_device: 'src/inventory/device',
  inventory_device_log: 'src/inventory/transaction',
  inventory_connection_profile: 'src/inventory/device',
  inventory_firmware_image: 'src/inventory/device',
  inventory_transaction: 'src/inventory/transaction',
  inventory_fleet_operation: 'src/inventory/fleet',
  inventory_fleet_target: 'src/inventory/fleet',
  inventory_discovery: 'src/inventory/discovery',
  inventory_discovery_candidate: 'src/inventory/discovery',
  inventory_neighbor: 'src/inventory/topology',
  inventory_series: 'src/inventory/series',
  inventory_parameter: 'src/inventory/device',
  inventory_group: 'src/inventory/device',
  inventory_metric: 'src/inventory/metric',
  inventory_metric_parameter: 'src/inventory/metric',
  inventory_metric_sample: 'src/inventory/metric',
  inventory_metric_log: 'src/inventory/metric',
  inventory_metric_source: 'src/inventory/metric',
  inventory_metric_5min: 'src/inventory/metric',
  inventory_metric_hour: 'src/inventory/metric',
  inventory_metric_day: 'src/inventory/metric',
  inventory_metric_rollup: 'src/inventory/metric',
  inventory_setting: 'src/inventory/setting',
  inventory_configuration: 'src/inventory/configuration',
  inventory_variable_set: 'src/inventory/setting',
  inventory_variable_change: 'src/inventory/setting',
  alert_rule: 'src/notify/alert',
  alert: 'src/notify/alert',
  alert_history: 'src/notify/alert',
  alert_condition: 'src/notify/alert',
  delivery: 'src/notify/delivery',
  webhook: 'src/notify/delivery',
  event: 'src/notify/event',
  event_state: 'src/notify/event',
  dnsfilter_category: 'src/dnsfilter',
  dnsfilter_host: 'src/dnsfilter',
  dnsfilter_rule: 'src/dnsfilter',
  dnsfilter_check: 'src/dnsfilter',
  idempotency_key: 'src/http',
  accepted_time: 'src/gateway',
  heartbeat: 'src/store',
  gateway: 'src/start',
  table_version: 'src/store',
};

/** Domains that may read all tables of another: what is allowed to whom follows from the tree of organizations. */
const readersOf: Readonly<Record<string, readonly string[]>> = {
  'src/organization': ['src/aaa'],
};

/** Queries over the tables of another domain, and writes to those of another room, each with its reason. */
const exceptions: readonly Exception[] = [
  {
    file: 'src/radius/core/client-metrics.ts',
    tables: ['aaa_client'],
    reason: 'a metric has the silence of the clients of all organizations',
  },
  {
    file: 'src/radius/proxy/upstream-metrics.ts',
    tables: ['aaa_upstream'],
    reason: 'a metric has the state of the upstreams of all organizations',
  },
  {
    file: 'src/radius/auth/reject-metrics.ts',
    tables: ['aaa_decision'],
    reason: 'the usual share of rejects of a client, after a restart as well',
  },
  {
    file: 'src/notify/event/event-details.ts',
    tables: [
      'aaa_accounting',
      'inventory_device',
      'inventory_device_log',
      'inventory_transaction',
      'user',
      'user_token',
    ],
    reason: 'an event is sent with what it is about',
  },
  ...['src/notify/event/collector.ts', 'src/notify/event/event-store.ts'].map((file) => ({
    file,
    tables: ['aaa_accounting', 'inventory_device_log'],
    reason: 'new sessions and changes of devices become events by their keys in a file',
  })),
  {
    file: 'src/installation/restore/postgres-restore.ts',
    tables: ['gateway'],
    reason: 'no restore replaces a database on which a gateway runs',
  },
  {
    file: 'src/installation/doctor/store-checks.ts',
    tables: ['aaa_accounting'],
    reason: 'the doctor counts the sessions of a day, which limits of rows are compared with',
  },
  {
    file: 'src/installation/doctor/radius-checks.ts',
    tables: ['aaa_client', 'aaa_upstream'],
    reason: 'the doctor asks RADIUS with the secret of this machine, and shows the upstreams',
  },
  {
    file: 'src/inventory/metric/device-metrics.ts',
    tables: ['organization'],
    reason: 'series of a device are labelled with the name of its organization',
  },
  {
    file: 'src/inventory/doctor/access-steps.ts',
    tables: ['aaa_client', 'aaa_decision', 'access_point', 'txlog_portal'],
    reason: 'the site doctor shows what RADIUS and the portal have seen of a device',
  },
  {
    file: 'src/installation/portal/portal-place.ts',
    tables: [
      'aaa_client',
      'aaa_upstream',
      'access_point',
      'inventory_device',
      'portal_controller',
      'portal_page',
      'user',
      'user_token',
    ],
    reason: 'the test of the captive portal shows what is configured for an access point',
  },
  {
    file: 'src/aaa/policy/decision-log.ts',
    tables: ['user'],
    reason: 'the last login is written in the batch of the decisions',
  },
  {
    file: 'src/aaa/policy/credential-check.ts',
    tables: ['user'],
    reason: 'a password that was taken over is hashed anew after the login that proves it',
  },
  {
    file: 'src/aaa/voucher/voucher.ts',
    tables: ['user_token'],
    reason: 'the first use of a voucher is written with the login that it is',
  },
  {
    file: 'src/aaa/coa/client-capability.ts',
    tables: ['aaa_client'],
    reason: 'a capability is written in the batch that ends the change which showed it',
  },
  {
    file: 'src/aaa/coa/reauthorization.ts',
    tables: ['aaa_accounting'],
    reason: 'what a session was checked against is written in the batch of its change',
  },
  {
    file: 'src/inventory/device/device.ts',
    tables: ['location', 'organization', 'access_point'],
    reason:
      'a device is shown with its access point and the names of its location and organization',
  },
  {
    file: 'src/inventory/device/device-status.ts',
    tables: ['inventory_device_log'],
    reason: 'a change of status is logged by the statement that finds it',
  },
  {
    file: 'src/inventory/device/device-sessions.ts',
    tables: ['aaa_accounting'],
    reason: 'a device is shown with the open sessions of its access point',
  },
  {
    file: 'src/organization/access-point.ts',
    tables: ['inventory_device'],
    reason: 'an access point is shown with the device that it is',
  },
  {
    file: 'src/aaa/session/accounting-record.ts',
    tables: ['inventory_device'],
    reason: 'a session is shown with the device that is its access point',
  },
  {
    file: 'src/inventory/device/device-address.ts',
    tables: ['organization'],
    reason: 'where a device may be follows from what its organization was given',
  },
  {
    file: 'src/dnsfilter/host-check.ts',
    tables: ['organization'],
    reason: 'the rules of an organization hold for all below it',
  },
  {
    file: 'src/http/reference/organization-branch.ts',
    tables: ['organization'],
    reason: 'a row refers to rows of its organization and of those above it',
  },
  {
    file: 'src/inventory/fleet/fleet-operation.ts',
    tables: ['user'],
    reason: 'a fleet operation is shown with the name of its user',
  },
  {
    file: 'src/portal/page/page-version.ts',
    tables: ['user'],
    reason: 'a version of a page is shown with the name of its user',
  },
  {
    file: 'src/inventory/transaction/device-log.ts',
    tables: ['user'],
    reason: 'an entry is shown with the name of its user',
  },
  {
    file: 'src/inventory/type/device-type-sync.ts',
    tables: [
      'inventory_group',
      'inventory_parameter',
      'inventory_type',
      'inventory_metric',
      'inventory_metric_parameter',
      'inventory_metric_sample',
      'inventory_metric_source',
    ],
    reason: 'a type file is stored in one batch with its metrics',
  },
  {
    file: 'src/inventory/setting/desired-settings.ts',
    tables: ['inventory_transaction'],
    reason:
      'a setting is stored with the transaction that writes it, unless one is scheduled already',
  },
  {
    file: 'src/inventory/setting/reported-values.ts',
    tables: ['inventory_device'],
    reason: 'columns of the device that a parameter describes follow its reported values',
  },
  {
    file: 'src/inventory/topology/neighbor-task.ts',
    tables: ['inventory_device'],
    reason: 'what a device is connected through follows from what others see',
  },
  {
    file: 'src/inventory/setting/variable-set.ts',
    tables: ['organization'],
    reason: 'a variable set is shown with the name of its organization',
  },
  {
    file: 'src/inventory/setting/variable-change.ts',
    tables: ['organization'],
    reason: 'the variables of an organization hold for all below it',
  },
  ...['src/upkeep/privacy/erasure.ts', 'src/upkeep/privacy/export.ts'].map((file) => ({
    file,
    tables: ['user'],
    reason: 'the name of a person is read before it is looked for',
  })),
  {
    file: 'src/upkeep/privacy/privacy-request.ts',
    tables: ['portal_page'],
    reason: 'the user of the terms of a page cannot be erased',
  },
  {
    file: 'src/notify/alert/alert.ts',
    tables: ['inventory_device'],
    reason: 'an alert is shown with the name of its device',
  },
  {
    file: 'src/notify/delivery/alert-notice.ts',
    tables: ['inventory_device', 'location', 'organization'],
    reason: 'a notice has the names of its device and its site',
  },
  {
    file: 'src/notify/alert/alert-rules.ts',
    tables: ['organization', 'location'],
    reason: 'a rule holds for all organizations and locations below its own',
  },
  {
    file: 'src/notify/alert/device-conditions.ts',
    tables: ['inventory_device'],
    reason: 'whether a device is down is read from its row',
  },
  {
    file: 'src/portal/page/page-store.ts',
    tables: ['access_point', 'aaa_portal_session', 'organization'],
    reason: 'a redirect names its access point, and a page serves an organization and those below',
  },
  {
    file: 'src/inventory/operation/point-operations.ts',
    tables: ['access_point'],
    reason: 'an access point is the device that was set to be it, or that has its MAC address',
  },
  {
    file: 'src/portal/login-place.ts',
    tables: ['access_point'],
    reason: 'a portal login names its access point by MAC address',
  },
  {
    file: 'src/aaa/account/bootstrap-admin.ts',
    tables: ['organization'],
    reason: 'the first organization is written in the batch of its administrator',
  },
  {
    file: 'src/aaa/session/portal-session-end.ts',
    tables: ['txlog_portal', 'portal_revocation', 'portal_controller'],
    reason:
      'the end of a portal session is logged, and due at its controller, by the batch that ends it',
  },
  {
    file: 'src/aaa/policy/limit/reservation.ts',
    tables: ['user'],
    reason: 'simultaneous logins of a user wait for one another at the row of the user',
  },
];

interface Exception {
  readonly file: string;
  readonly tables: readonly string[];
  readonly reason: string;
}

const tables = await tablesOfStore();

/** Lists the tables of a new store. */
async function tablesOfStore(): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tables-'));
  const store = await openStore('sqlite', folder);
  tap.teardown(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const found = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
  `.execute(store.db);
  return found.rows.map(({ name }) => name);
}

const anyTable = tables.join('|');
/** Matches a table as a query builder is given it: `user`, `user as u`. */
const reference = new RegExp(`^(${anyTable})(?: as \\w+)?$`);
/** Matches a table in the text of a statement. */
const mention = new RegExp(
  `\\b(insert\\s+into|delete\\s+from|update|from|join|exists)\\s+"?(${anyTable})\\b`,
  'gi',
);
const statement = /^[\s(]*(?:with|select|insert|update|delete|create|exists|not exists)\b/i;
const readers = /^(?:selectFrom|using|from|\w*[jJ]oin\w*|readTableVersion)$/;
const writers = /^(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/;

interface Use {
  readonly table: string;
  readonly isWrite: boolean;
}

function calledName({ expression }: ts.CallExpression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : '';
}

/** Returns the text of a string or of a template, with `?` for each parameter; null for any other node. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('?');
}

function usesInCall(call: ts.CallExpression): readonly Use[] {
  const isWrite = writers.test(calledName(call));
  if (!isWrite && !readers.test(calledName(call))) return [];
  return call.arguments
    .flatMap((argument) =>
      ts.isArrayLiteralExpression(argument) ? [...argument.elements] : [argument],
    )
    .flatMap((argument) => (ts.isStringLiteralLike(argument) ? [argument.text] : []))
    .flatMap((text) => reference.exec(text)?.slice(1, 2) ?? [])
    .map((table) => ({ table, isWrite }));
}

function usesInText(node: ts.Node): readonly Use[] {
  const text = textOf(node);
  if (text === null) return [];
  const isTagged =
    ts.isTaggedTemplateExpression(node.parent) && /^sql\b/.test(node.parent.tag.getText());
  if (!isTagged && !statement.test(text)) return [];
  return [...text.matchAll(mention)].map(([, keyword = '', table = '']) => ({
    table: table.toLowerCase(),
    isWrite: /^(?:insert|delete|update)/i.test(keyword),
  }));
}

/** Lists the uses of tables in a file's queries. */
function usesOf(file: SourceFile): readonly Use[] {
  const uses: Use[] = [];
  visitNodes(file, (node) => {
    uses.push(...(ts.isCallExpression(node) ? usesInCall(node) : usesInText(node)));
  });
  return uses;
}

const isIn = (path: string, folder: string) => path.startsWith(`${folder}/`);
/** Returns the domain of a room: `src/aaa/coa` belongs to `src/aaa`. */
const domainOf = (room: string) => room.split('/').slice(0, 2).join('/');

function isAllowed(path: string, { table, isWrite }: Use): boolean {
  const owner = ownerOf[table] ?? '';
  const readers = [domainOf(owner), ...(readersOf[owner] ?? [])];
  return isWrite ? isIn(path, owner) : readers.some((room) => isIn(path, room));
}

const isException = (path: string, table: string) =>
  exceptions.some(({ file, tables: named }) => file === path && named.includes(table));

/** Lists the uses that neither room nor domain allows, each once. */
const foreignUsesOf = (file: SourceFile): readonly string[] => [
  ...new Set(
    usesOf(file)
      .filter((use) => !isAllowed(file.path, use))
      .filter(({ table }) => !isException(file.path, table))
      .map(({ table, isWrite }) => `${file.path} must not ${isWrite ? 'write' : 'read'} ${table}`),
  ),
];

/** Migrations are the history of all tables. */
const files = sourceFiles('src', 'adapters').filter(
  ({ path }) => !isIn(path, 'src/store/migrations'),
);

test('every table has a room', (t) => {
  t.ok(tables.length > 30, `${tables.length} tables`);
  t.same([...tables].sort(), Object.keys(ownerOf).sort());
  t.end();
});

test('a table is written by its room and read by its domain', (t) => {
  t.same(files.flatMap(foreignUsesOf), []);
  t.end();
});

test('every exception is in use', (t) => {
  const unused = exceptions.flatMap(({ file, tables: named }) => {
    const uses = files.filter(({ path }) => path === file).flatMap(usesOf);
    return named
      .filter((table) => !uses.some((use) => use.table === table && !isAllowed(file, use)))
      .map((table) => `${file}: ${table}`);
  });
  t.same(unused, []);
  t.end();
});

test('a foreign table is found in a query, in a text and in a call', (t) => {
  const path = 'src/http/x.ts';
  const cases = [
    ["db.selectFrom('user as u').selectAll();", 'read user'],
    ["db.selectFrom(['idempotency_key', 'organization']);", 'read organization'],
    ["db.insertInto('aaa_client').values(row);", 'write aaa_client'],
    ["query.leftJoin('location as l', 'l.id', 'd.location');", 'read location'],
    ['const rows = sql`select 1 from x join "user" u on true`;', 'read user'],
    ['const rows = sql<Row>`delete from aaa_forward where id = ${id}`;', 'write aaa_forward'],
    ["run({ sql: 'update aaa_upstream set state = ?' });", 'write aaa_upstream'],
    ["const version = readTableVersion(store, 'access_point');", 'read access_point'],
  ] as const;
  for (const [text, use] of cases)
    t.same(foreignUsesOf({ path, text }), [`${path} must not ${use}`], text);
  for (const text of [
    "db.updateTable('idempotency_key');",
    "log('no token from user', { name: 'user' });",
  ])
    t.same(foreignUsesOf({ path, text }), [], text);
  t.end();
});

test('a room reads the tables of its domain, but does not write them', (t) => {
  const path = 'src/aaa/policy/x.ts';
  t.same(foreignUsesOf({ path, text: "db.selectFrom('aaa_accounting');" }), []);
  t.same(foreignUsesOf({ path, text: "db.updateTable('aaa_accounting');" }), [
    `${path} must not write aaa_accounting`,
  ]);
  t.end();
});
