import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'tap';
import { importsOf, root, sourceFiles, type SourceFile } from './source-files.ts';

/** Contracts, and what knows nothing of the product: every domain may import them. */
const contracts = [
  'src/contract/adapter',
  'src/contract/attribute-dictionary',
  'src/contract/caller',
  'src/contract/eap-method',
  'src/contract/errors',
  'src/contract/fields',
  'src/contract/finding',
  'src/contract/resource',
  'src/contract/schema',
  'src/contract/secret',
  'src/contract/secret-destination',
  'src/contract/tables',
  'src/device-type',
  'src/gateway',
  'src/runtime',
  'src/runtime/duration',
  'src/runtime/ip-address',
  'src/runtime/pattern',
  'src/store/vault',
];

/** The store as a domain sees it: statements and queries, no engine. */
const store = [
  'src/store/batched-log',
  'src/store/claim',
  'src/store/prepared-statement',
  'src/store/query',
  'src/store/store',
  'src/store/store-size',
  'src/store/table-version',
];

/**
 * The rooms, and which others each may import; a type counts like a value. A key is a folder with all below it, or a file
 * without its ending; the longest key that fits a file is its room. What is not listed is forbidden. `src/aaa/*` stands for all
 * rooms below `src/aaa`.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'src/contract/adapter': ['src/contract/errors', 'src/contract/secret'],
  'src/contract/attribute-dictionary': [],
  'src/contract/caller': [],
  'src/contract/eap-method': [],
  'src/contract/errors': [],
  'src/contract/fields': [],
  'src/contract/finding': [],
  'src/contract/resource': ['src/contract/tables'],
  'src/contract/schema': ['src/contract/fields'],
  'src/contract/secret': [],
  'src/contract/secret-destination': ['src/contract/errors'],
  'src/contract/tables': ['src/contract/fields'],
  // The codec of attributes needs the whole dictionary; domains take AttributeDictionary.
  'src/gateway': [
    'src/config',
    'src/contract/adapter',
    'src/contract/caller',
    'src/contract/finding',
    'src/contract/resource',
    'src/contract/secret',
    'src/contract/tables',
    'src/device-type',
    'src/protocol/radius',
    'src/runtime',
    'src/store/claim',
    'src/store/store',
    'src/store/vault',
  ],
  'src/runtime': ['src/contract/errors', 'src/runtime/ip-address'],
  'src/runtime/duration': [],
  'src/runtime/pattern': ['src/contract/errors'],
  'src/runtime/ip-address': [],
  'src/device-type': ['src/contract/adapter', 'src/contract/fields'],
  // It reads the files of types, which it has checked: the only room of device types above the checks.
  'src/device-type/adapter-loader': [
    'src/contract/adapter',
    'src/device-type',
    'src/device-type/check',
    'src/runtime',
  ],
  'src/device-type/check': [
    'src/contract/adapter',
    'src/contract/fields',
    'src/contract/schema',
    'src/device-type',
    'src/device-type/conversion',
    'src/runtime',
  ],
  'src/device-type/conversion': ['src/contract/adapter', 'src/device-type', 'src/runtime'],
  'src/device-type/record': [
    'src/contract/adapter',
    'src/contract/fields',
    'src/contract/schema',
    'src/contract/secret',
    'src/device-type',
    'src/protocol/netconf',
    'src/runtime',
  ],
  'src/config': [
    'src/contract/eap-method',
    'src/contract/errors',
    'src/contract/fields',
    'src/contract/schema',
    'src/runtime',
    'src/store/postgres-address',
  ],
  // It calls a gateway over HTTP, and loads nothing of one.
  'src/api-client': ['src/contract/errors', 'src/runtime'],
  // The work of a day, on top of the APIs: it calls a gateway over HTTP, and loads nothing of one.
  'src/deed': [
    'src/api-client',
    'src/contract/errors',
    'src/gateway',
    'src/runtime',
    'src/runtime/duration',
  ],
  'src/cli': ['src/api-client', 'src/start'],
  'src/start': ['*'],
  // The list of the modules.
  'src/modules': [
    'src/aaa',
    'src/deed',
    'src/dnsfilter/module',
    'src/installation',
    'src/inventory',
    'src/jobs',
    'src/notify',
    'src/organization',
    'src/portal/module',
    'src/radius',
    'src/site/module',
    'src/upkeep',
    ...contracts,
  ],
  // The modules of domains, each with its parts: what the rooms of its domain add to the product.
  'src/aaa': ['src/aaa/*', 'src/http', ...contracts],
  'src/dnsfilter/endpoints': ['src/dnsfilter/api', ...contracts],
  'src/dnsfilter/module': ['src/dnsfilter', 'src/dnsfilter/endpoints', ...contracts],
  'src/inventory': [
    'src/device-type/adapter-loader',
    'src/device-type/record',
    'src/http',
    'src/inventory/*',
    ...contracts,
  ],
  'src/notify': ['src/notify/*', ...contracts],
  'src/portal/module': ['src/portal', 'src/portal/endpoints', 'src/portal/service', ...contracts],
  'src/portal/endpoints': ['src/portal/api', ...contracts],
  'src/portal/service': ['src/portal', 'src/portal/web', ...contracts],
  'src/radius': ['src/radius/*', ...contracts],
  'src/site/module': ['src/site', 'src/site/import', ...contracts],
  'src/upkeep': ['src/http', 'src/upkeep/*', ...contracts],
  'src/store/store': ['src/contract/tables'],
  'src/store/batched-log': ['src/contract/errors'],
  'src/store/claim': ['src/store/prepared-statement', 'src/store/store'],
  'src/store/prepared-statement': ['src/contract/tables', 'src/store/store'],
  'src/store/store-size': ['src/store/store'],
  'src/store/table-version': [
    'src/contract/tables',
    'src/store/prepared-statement',
    'src/store/store',
  ],
  'src/store/fold-text': [],
  'src/store/query': [
    'src/contract/fields',
    'src/contract/resource',
    'src/contract/secret',
    'src/runtime',
    'src/runtime/ip-address',
    'src/store/fold-text',
    'src/store/prepared-statement',
    'src/store/store',
    'src/store/vault',
  ],
  // The secrets of columns.
  'src/store/vault': ['src/contract/secret', 'src/runtime'],
  'src/store/migrations': ['src/store/store'],
  'src/store/migrate': ['src/contract/errors', 'src/store/migrations'],
  'src/store/postgres': [
    'src/contract/errors',
    'src/contract/tables',
    'src/runtime',
    'src/store/migrate',
    'src/store/postgres-address',
    'src/store/store',
    'src/store/store-messages',
  ],
  'src/store/postgres-address': [],
  // No schemas: its threads would load them, too.
  'src/store/sqlite': [
    'src/contract/errors',
    'src/contract/tables',
    'src/runtime',
    'src/store/fold-text',
    'src/store/migrate',
    'src/store/store',
    'src/store/store-messages',
  ],
  'src/store/store-messages': [],
  'src/store/spool': ['src/contract/errors', 'src/store/sqlite', 'src/store/store'],
  'src/store/spool-file': [],
  // A store of this machine in place of a server that is away.
  'src/store/standby': [
    'src/contract/errors',
    'src/contract/tables',
    'src/runtime',
    'src/store/migrate',
    'src/store/sqlite',
    'src/store/store',
  ],
  'src/store/table-columns': ['src/store/store'],
  'src/store/resource-check': [
    'src/contract/fields',
    'src/contract/resource',
    'src/store/query',
    'src/store/store',
    'src/store/table-columns',
  ],
  'src/store/database': ['src/store/postgres', 'src/store/sqlite', 'src/store/store'],
  'src/organization': ['src/config', ...store, ...contracts],
  'src/aaa/account': [
    'src/aaa/password',
    'src/aaa/policy',
    'src/aaa/voucher',
    'src/organization',
    ...store,
    ...contracts,
  ],
  // Pools of addresses, and who has which one.
  'src/aaa/address': ['src/aaa/policy', 'src/organization', ...store, ...contracts],
  'src/aaa/api': [
    'src/aaa/account',
    'src/aaa/address',
    'src/aaa/app',
    'src/aaa/client',
    'src/aaa/coa',
    'src/aaa/key',
    'src/aaa/password',
    'src/aaa/pms',
    'src/aaa/policy',
    'src/aaa/portal-log',
    'src/aaa/proxy',
    'src/aaa/session',
    'src/aaa/source',
    'src/aaa/voucher',
    'src/aaa/wifi',
    'src/http',
    'src/organization',
    'src/tls',
    ...contracts,
  ],
  'src/aaa/app': [
    'src/aaa/account',
    'src/aaa/policy',
    'src/aaa/portal-log',
    'src/organization',
    ...store,
    ...contracts,
  ],
  // Wi-Fi keys of users. Their master keys are derived as stations do.
  'src/aaa/key': ['src/protocol/eapol', ...store, ...contracts],
  // Wi-Fi networks, with the profiles and certificates of devices.
  'src/aaa/wifi': ['src/aaa/key', 'src/tls', ...store, ...contracts],
  // RADIUS clients, and the access points behind them.
  'src/aaa/client': ['src/organization', ...store, ...contracts],
  'src/aaa/coa': [
    'src/aaa/policy',
    'src/aaa/session',
    'src/aaa/voucher',
    'src/organization',
    ...store,
    ...contracts,
  ],
  // Passwords as other systems store them.
  'src/aaa/password': ['src/protocol/radius/nt-hash', ...contracts],
  'src/aaa/policy': [
    'src/aaa/password',
    'src/aaa/voucher',
    'src/organization',
    ...store,
    ...contracts,
  ],
  'src/aaa/portal-log': [...store, ...contracts],
  'src/aaa/proxy': ['src/aaa/account', 'src/organization', ...store, ...contracts],
  'src/aaa/session': [
    'src/aaa/client',
    'src/aaa/policy',
    'src/organization',
    ...store,
    ...contracts,
  ],
  // Directories whose people are users.
  'src/aaa/source': [
    'src/aaa/account',
    'src/aaa/password',
    'src/aaa/policy',
    'src/aaa/portal-log',
    'src/organization',
    'src/protocol/ldap',
    ...store,
    ...contracts,
  ],
  // Hotel systems whose guests are users.
  'src/aaa/pms': [
    'src/aaa/account',
    'src/aaa/portal-log',
    'src/inventory/device/device-address',
    'src/organization',
    'src/protocol/fias',
    ...store,
    ...contracts,
  ],
  // What logins read of the store, in the copy of a gateway.
  'src/aaa/standby': [
    'src/aaa/policy',
    'src/organization',
    'src/store/standby',
    ...store,
    ...contracts,
  ],
  'src/aaa/voucher': [...store, ...contracts],
  // The controllers of a portal are where the devices of its organization may be, and log in as their device types do.
  'src/portal': [
    'src/aaa/account',
    'src/aaa/coa',
    'src/aaa/password',
    'src/aaa/pms',
    'src/aaa/policy',
    'src/aaa/portal-log',
    'src/aaa/proxy',
    'src/aaa/session',
    'src/aaa/source',
    'src/aaa/voucher',
    // Profiles of networks that guests join without the portal.
    'src/aaa/wifi',
    'src/device-type',
    'src/inventory/device/device-address',
    'src/organization',
    'src/protocol/http',
    'src/protocol/smtp',
    ...store,
    ...contracts,
  ],
  'src/portal/api': [
    'src/aaa/account',
    'src/aaa/portal-log',
    'src/http',
    'src/portal',
    'src/portal/web',
    ...contracts,
  ],
  // The page of the captive portal: no API, and no token.
  'src/portal/web': ['src/organization', 'src/portal', ...contracts],
  'src/inventory/api': [
    'src/http',
    'src/inventory/configuration',
    'src/inventory/device',
    'src/inventory/diagnostic',
    'src/inventory/discovery',
    'src/inventory/doctor',
    'src/inventory/fleet',
    'src/inventory/metric',
    'src/inventory/operation',
    'src/inventory/refresh',
    'src/inventory/series',
    'src/inventory/setting',
    'src/inventory/transaction',
    // Availability by the days of the caller's organization.
    'src/organization',
    ...contracts,
  ],
  'src/inventory/configuration': [
    'src/inventory/device',
    'src/inventory/transaction',
    ...store,
    ...contracts,
  ],
  'src/inventory/device': [
    'src/device-type/conversion',
    'src/inventory/device/device-address',
    'src/inventory/transaction',
    ...store,
    ...contracts,
  ],
  // The address that a name resolves to is checked, and connected to.
  'src/inventory/device/device-address': ['src/protocol/resolve-host', ...store, ...contracts],
  // A diagnostic of the gateway is no work on a device: it has no adapter. RADIUS is for a login at a RADIUS server.
  'src/inventory/diagnostic': [
    'src/inventory/device',
    'src/inventory/device/device-address',
    'src/inventory/series',
    'src/inventory/transaction',
    'src/protocol/ping',
    'src/protocol/probe',
    'src/protocol/radius',
    ...contracts,
  ],
  'src/inventory/discovery': [
    'src/inventory/device',
    'src/inventory/device/device-address',
    'src/inventory/diagnostic',
    'src/protocol/fping',
    ...store,
    ...contracts,
  ],
  // Its steps are diagnostics, and what RADIUS and the portal have seen of the device.
  'src/inventory/doctor': [
    'src/inventory/device',
    'src/inventory/device/device-address',
    'src/inventory/diagnostic',
    'src/inventory/transaction',
    'src/organization',
    'src/own-gateway',
    ...store,
    ...contracts,
  ],
  'src/inventory/fleet': [
    'src/inventory/device',
    'src/inventory/operation',
    'src/inventory/setting',
    'src/inventory/transaction',
    'src/organization',
    ...store,
    ...contracts,
  ],
  'src/inventory/metric': [
    'src/inventory/device',
    'src/inventory/device/device-address',
    'src/inventory/diagnostic',
    'src/organization',
    'src/protocol/fping',
    ...store,
    ...contracts,
  ],
  'src/inventory/operation': [
    'src/inventory/device',
    'src/inventory/series',
    'src/inventory/setting',
    'src/inventory/transaction',
    'src/organization',
    ...store,
    ...contracts,
  ],
  'src/inventory/refresh': [
    'src/inventory/device',
    'src/inventory/metric',
    'src/inventory/setting',
    ...contracts,
  ],
  'src/inventory/series': [
    'src/inventory/device',
    'src/inventory/transaction',
    ...store,
    ...contracts,
  ],
  'src/inventory/topology': ['src/inventory/device', ...store, ...contracts],
  // Keeps the rows of device types equal to their files.
  'src/inventory/type': [
    'src/device-type/adapter-loader',
    'src/device-type/check',
    'src/device-type/conversion',
    'src/inventory/device',
    ...store,
    ...contracts,
  ],
  // Transactions with their lines in the device log.
  'src/inventory/transaction': ['src/organization', ...store, ...contracts],
  'src/inventory/setting': [
    'src/inventory/device',
    'src/inventory/transaction',
    ...store,
    ...contracts,
  ],
  // Every request that changes something is recorded; the list is in both APIs.
  'src/upkeep/audit': ['src/organization', ...store, ...contracts],
  // Stored replies about a person are erased as well.
  'src/upkeep/privacy': ['src/aaa/account', 'src/http', 'src/organization', ...store, ...contracts],
  'src/upkeep/privacy/api': ['src/aaa/account', 'src/http', 'src/upkeep/privacy', ...contracts],
  'src/upkeep/retention': ['src/config', 'src/organization', ...store, ...contracts],
  'src/notify/alert': [
    // Pools that have no address left.
    'src/aaa/address',
    // Clocks of NASes that are wrong.
    'src/aaa/client',
    // Hotel systems whose link is down.
    'src/aaa/pms',
    // Portals at which guests are not let in.
    'src/aaa/portal-log',
    // Files of certificates that expire.
    'src/config',
    'src/inventory/device',
    'src/inventory/transaction',
    'src/notify/delivery',
    'src/organization',
    'src/tls',
    ...store,
    ...contracts,
  ],
  'src/notify/alert/api': ['src/http', 'src/notify/alert', ...contracts],
  'src/notify/delivery': [
    'src/inventory/device/device-address',
    'src/notify/event',
    'src/organization',
    'src/protocol/resolve-host',
    'src/protocol/smtp',
    'src/protocol/tls-server-name',
    ...store,
    ...contracts,
  ],
  'src/notify/delivery/api': ['src/http', 'src/notify/delivery', ...contracts],
  // The streams of both APIs.
  'src/notify/event': ['src/http', 'src/organization', ...store, ...contracts],
  'src/notify/traps': [
    'src/inventory/device',
    'src/inventory/transaction',
    'src/protocol/snmp',
    'src/tls',
    ...contracts,
  ],
  'src/dnsfilter': [...store, ...contracts],
  'src/dnsfilter/api': ['src/dnsfilter', 'src/http', ...contracts],
  // The certificates of the gateway's own TLS servers.
  'src/tls': ['src/config', ...contracts],
  'src/http': ['src/config', 'src/tls', ...store, ...contracts],
  'src/http/openapi': ['src/http', ...contracts],
  'src/http/server': ['src/http', 'src/http/openapi', ...contracts],
  'src/jobs': [
    'src/inventory/device',
    'src/inventory/metric',
    'src/inventory/transaction',
    ...store,
    ...contracts,
  ],
  'src/site': [
    'src/aaa/account',
    'src/aaa/address',
    'src/aaa/client',
    'src/aaa/password',
    'src/aaa/policy',
    'src/aaa/proxy',
    'src/config',
    'src/device-type/adapter-loader',
    'src/dnsfilter',
    'src/inventory/device',
    'src/inventory/device/device-address',
    'src/inventory/setting',
    'src/organization',
    'src/protocol/radius',
    'src/site/object',
    'src/site/open-existing',
    'src/site/sealed-columns',
    // Commands on the machine are in the audit as well.
    'src/upkeep/audit',
    ...store,
    ...contracts,
  ],
  // Natural keys and values of objects, for site files and imports.
  'src/site/object': ['src/store/query', ...contracts],
  // An import is a series of requests of the API, without a network between. A running database is read by pg_dump.
  'src/site/import': [
    'src/aaa/account',
    'src/aaa/client',
    'src/aaa/password',
    'src/aaa/policy',
    'src/aaa/session',
    'src/config',
    'src/http/server',
    'src/organization',
    'src/protocol/radius',
    'src/protocol/radius/nt-hash',
    'src/site/object',
    'src/site/open-existing',
    'src/store/postgres',
    'src/upkeep/audit',
    ...store,
    ...contracts,
  ],
  'src/site/sealed-columns': [
    'src/aaa/key',
    'src/aaa/wifi',
    'src/http',
    'src/inventory/setting',
    ...store,
    ...contracts,
  ],
  'src/site/open-existing': [
    'src/aaa/account',
    'src/config',
    'src/store/database',
    ...store,
    ...contracts,
  ],
  // Commands ask the gateway that runs on their machine, which they find by its configuration.
  'src/own-gateway': ['src/config', ...contracts],
  // Backup, restore, doctor: what an operator does with an installation, mostly from the command line. Backups go to a server
  // over SFTP; the test of the captive portal goes the way of a guest and asks the access points for CoA.
  'src/installation': [
    // The doctor shows clocks of NASes that are wrong.
    'src/aaa/client',
    // The portal test shows links to hotel systems.
    'src/aaa/pms',
    'src/config',
    // The health of a running gateway is an endpoint.
    'src/http',
    'src/inventory/doctor',
    'src/organization',
    'src/own-gateway',
    'src/portal',
    'src/protocol/ping',
    'src/protocol/probe',
    'src/protocol/radius',
    'src/protocol/resolve-host',
    'src/protocol/ssh',
    'src/site/open-existing',
    'src/site/sealed-columns',
    'src/store/database',
    'src/store/migrate',
    'src/store/postgres',
    'src/store/postgres-address',
    'src/store/spool',
    'src/store/spool-file',
    'src/store/standby',
    'src/store/sqlite',
    // The doctor reads how long certificates are valid.
    'src/tls',
    'src/upkeep/audit',
    ...store,
    ...contracts,
  ],
  // A domain returns statements, which are written in the batch of another domain: `Statement` of the store is their type.
  'src/radius/core': [
    'src/aaa/client',
    'src/aaa/policy',
    'src/organization',
    'src/protocol/radius',
    ...store,
    ...contracts,
  ],
  'src/radius/listen': ['src/protocol/radius', 'src/radius/core', 'src/tls', ...contracts],
  'src/radius/acct': [
    'src/aaa/account',
    'src/aaa/client',
    'src/aaa/policy',
    'src/aaa/session',
    'src/organization',
    'src/protocol/radius',
    'src/radius/core',
    'src/store/spool',
    'src/store/spool-file',
    ...store,
    ...contracts,
  ],
  // A login may change the password of its user.
  'src/radius/auth': [
    'src/aaa/account',
    'src/aaa/address',
    'src/aaa/client',
    'src/aaa/key',
    'src/aaa/policy',
    'src/aaa/source',
    'src/aaa/voucher',
    'src/organization',
    'src/protocol/eapol',
    'src/protocol/radius',
    'src/radius/core',
    ...contracts,
  ],
  // The login inside a tunnel of EAP is decided as any other.
  'src/radius/eap': [
    'src/aaa/client',
    'src/aaa/coa',
    'src/aaa/policy',
    // The CA of devices.
    'src/aaa/wifi',
    'src/config',
    'src/protocol/eap',
    'src/protocol/radius',
    'src/radius/auth',
    'src/radius/core',
    'src/tls',
    ...contracts,
  ],
  'src/radius/coa': [
    'src/aaa/coa',
    'src/aaa/policy',
    'src/protocol/radius',
    'src/radius/core',
    ...contracts,
  ],
  'src/radius/proxy': [
    'src/aaa/account',
    'src/aaa/policy',
    'src/aaa/proxy',
    'src/aaa/session',
    'src/organization',
    'src/protocol/radius',
    'src/radius/core',
    ...store,
    ...contracts,
  ],
  'src/radius/standby': [
    'src/aaa/client',
    'src/aaa/key',
    'src/aaa/session',
    'src/aaa/source',
    'src/aaa/policy',
    'src/aaa/standby',
    'src/radius/acct',
    'src/radius/auth',
    'src/store/spool-file',
    'src/store/sqlite',
    'src/store/standby',
    ...store,
    ...contracts,
  ],
  'src/radius/server': [
    'src/aaa/client',
    'src/aaa/policy',
    'src/aaa/session',
    'src/protocol/radius',
    'src/radius/acct',
    'src/radius/auth',
    'src/radius/core',
    'src/radius/eap',
    'src/radius/listen',
    'src/radius/proxy',
    'src/radius/standby',
    ...contracts,
  ],
  'src/protocol/eap': [],
  'src/protocol/eapol': ['src/contract/secret'],
  'src/protocol/fias': ['src/contract/errors', 'src/runtime'],
  'src/protocol/ldap': [
    'src/contract/errors',
    'src/contract/secret',
    'src/protocol/resolve-host',
    'src/protocol/tls-server-name',
    'src/runtime',
    'src/runtime/ip-address',
  ],
  'src/protocol/smtp': ['src/contract/errors'],
  'src/protocol/named-rows': [],
  'src/protocol/tls-server-name': [],
  'src/protocol/resolve-host': ['src/contract/errors', 'src/runtime'],
  'src/protocol/probe': ['src/contract/errors', 'src/runtime'],
  'src/protocol/fping': ['src/contract/errors'],
  'src/protocol/ping': ['src/contract/errors', 'src/protocol/resolve-host'],
  'src/protocol/ssh': [
    'src/contract/errors',
    'src/contract/secret',
    'src/protocol/named-rows',
    'src/runtime',
    'src/runtime/pattern',
  ],
  'src/protocol/http': [
    'src/contract/errors',
    'src/contract/fields',
    'src/contract/secret',
    'src/protocol/named-rows',
    'src/runtime',
    'src/runtime/duration',
    'src/runtime/pattern',
  ],
  'src/protocol/netconf': [
    'src/contract/errors',
    'src/protocol/named-rows',
    'src/protocol/ssh',
    'src/runtime',
  ],
  'src/protocol/snmp': [
    'src/contract/errors',
    'src/contract/secret',
    'src/protocol/named-rows',
    'src/protocol/resolve-host',
    'src/runtime',
    'src/runtime/ip-address',
    'src/runtime/pattern',
  ],
  'src/protocol/radius/md4': [],
  'src/protocol/radius/nt-hash': ['src/contract/secret', 'src/protocol/radius/md4'],
  'src/protocol/radius': [
    'src/contract/attribute-dictionary',
    'src/contract/errors',
    'src/contract/secret',
    'src/protocol/radius/md4',
    'src/protocol/radius/nt-hash',
    'src/protocol/resolve-host',
    'src/protocol/tls-server-name',
    'src/runtime',
  ],
  adapters: [
    'src/contract/adapter',
    'src/contract/errors',
    'src/protocol/http',
    'src/protocol/netconf',
    'src/protocol/ping',
    'src/protocol/snmp',
    'src/protocol/ssh',
    'src/runtime/pattern',
  ],
};

const rooms = Object.keys(mayImport).sort((one, other) => other.length - one.length);

/** Returns the room of a file, or the path without its ending if the table does not know it. */
function roomOf(path: string): string {
  const name = path.replace(/\.[cm]?[jt]s$/, '');
  return rooms.find((room) => name === room || name.startsWith(`${room}/`)) ?? name;
}

/** Lists the rooms that a file imports, its own left out, each once. */
const roomsImportedBy = (file: SourceFile): readonly string[] => [
  ...new Set(
    importsOf(file)
      .map(roomOf)
      .filter((room) => room !== roomOf(file.path)),
  ),
];

/** True if an entry of the table allows a room. */
const isAllowedBy = (entry: string, room: string) =>
  entry === room || entry === '*' || (entry.endsWith('/*') && room.startsWith(entry.slice(0, -1)));

function faultsOf(file: SourceFile): readonly string[] {
  const allowed = mayImport[roomOf(file.path)] ?? [];
  return roomsImportedBy(file)
    .filter((room) => !allowed.some((one) => isAllowedBy(one, room)))
    .map((room) => `${file.path} must not import ${room}`);
}

/** Returns which rooms each room imports. */
function roomGraph(files: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const targets = graph.get(roomOf(file.path)) ?? new Set();
    graph.set(roomOf(file.path), targets);
    for (const room of roomsImportedBy(file)) targets.add(room);
  }
  return graph;
}

/** Returns the first cycle found as a list of rooms, or null. */
function cycleOf(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | null {
  const finished = new Set<string>();
  const search = (room: string, trail: readonly string[]): readonly string[] | null => {
    if (trail.includes(room)) return [...trail.slice(trail.indexOf(room)), room];
    if (finished.has(room)) return null;
    for (const next of graph.get(room) ?? []) {
      const cycle = search(next, [...trail, room]);
      if (cycle) return cycle;
    }
    finished.add(room);
    return null;
  };
  for (const room of graph.keys()) {
    const cycle = search(room, []);
    if (cycle) return cycle;
  }
  return null;
}

/** Counts the files that lie side by side in each folder. */
function folderSizes(paths: readonly string[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const path of paths) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  return sizes;
}

/** One file for each subject of an RFC, and one for each step: their number is not ours to choose. */
const unlimitedFolders = ['src/protocol/radius', 'src/store/migrations'];
const maxFilesInFolder = 25;

const crowdedFolders = (paths: readonly string[]): readonly string[] =>
  [...folderSizes(paths)]
    .filter(([folder, size]) => size > maxFilesInFolder && !unlimitedFolders.includes(folder))
    .map(([folder, size]) => `${folder}: ${size} files`);

/** Tests of the whole gateway, and tests that have no folder in src. */
const otherTestFolders = [
  'test',
  'test/adapters',
  'test/console',
  'test/http/documents',
  'test/walks',
];

const foldersWithoutSource = (tests: readonly string[], sources: readonly string[]) =>
  [...new Set(tests.filter((path) => path.endsWith('.test.ts')).map(dirname))].filter(
    (folder) =>
      !otherTestFolders.includes(folder) &&
      !sources.some((path) => path.startsWith(`${folder.replace(/^test/, 'src')}/`)),
  );

const files = sourceFiles('src', 'adapters');

test('every file imports only what its room may', (t) => {
  t.ok(files.length > 300, `${files.length} files`);
  t.same(files.flatMap(faultsOf), []);
  t.end();
});

test('every room has its line in the table, and every line has a room', (t) => {
  const found = new Set(files.map(({ path }) => roomOf(path)));
  t.same([...found].filter((room) => !(room in mayImport)).sort(), []);
  t.same(rooms.filter((room) => !found.has(room)).sort(), []);
  t.end();
});

test('ARCHITECTURE.md names each folder of src', (t) => {
  const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const folders = new Set(files.map(({ path }) => path.split('/').slice(0, 2).join('/')));
  const missing = [...folders].filter(
    (folder) =>
      /^src\/[\w-]+$/.test(folder) && !new RegExp(`${folder}(?![\\w-])`).test(architecture),
  );
  t.same(missing, []);
  t.end();
});

test('the table allows only imports that some file uses, contracts and the store apart', (t) => {
  const graph = roomGraph(files);
  const unused = Object.entries(mayImport).flatMap(([room, targets]) =>
    targets
      .filter((target) => target !== '*' && ![...contracts, ...store].includes(target))
      .filter((entry) => ![...(graph.get(room) ?? [])].some((target) => isAllowedBy(entry, target)))
      .map((target) => `${room} -> ${target}`),
  );
  t.same(unused, []);
  t.end();
});

test('no rooms import each other in a circle', (t) => {
  t.equal(cycleOf(roomGraph(files)), null);
  t.end();
});

test('no folder of src holds more than 25 files side by side', (t) => {
  t.same(crowdedFolders(files.map(({ path }) => path)), []);
  t.end();
});

test('the folders of the tests match the folders of src', (t) => {
  const paths = files.map(({ path }) => path);
  const tests = sourceFiles('test').map(({ path }) => path);
  t.same(foldersWithoutSource(tests, paths), []);
  t.same(foldersWithoutSource(['test/gone/x.test.ts', 'test/aaa/x.test.ts'], paths), ['test/gone']);
  t.end();
});

test('the table refuses what it does not list', (t) => {
  const cases = [
    ['src/inventory/device/x.ts', "import { crud } from '../../http/crud.ts';", 'src/http'],
    ['src/inventory/device/x.ts', "export { crud } from '../../http/crud.ts';", 'src/http'],
    [
      'src/inventory/device/x.ts',
      "const { crud } = await import('../../http/crud.ts');",
      'src/http',
    ],
    ['src/inventory/device/x.ts', "import type { Row } from '../../http/crud.ts';", 'src/http'],
    ['src/inventory/device/x.ts', "let a: import('../../http/crud.ts').Row;", 'src/http'],
    ['src/aaa/policy/x.ts', "import { user } from '../account/user.ts';", 'src/aaa/account'],
    [
      'src/radius/auth/x.ts',
      "import { Upstream } from '../proxy/upstream.ts';",
      'src/radius/proxy',
    ],
    ['adapters/x.ts', "import { Store } from '../src/store/store.ts';", 'src/store/store'],
    ['src/http/x.ts', "import {\n  a,\n} from '../inventory/device/a.ts';", 'src/inventory/device'],
    ['src/http/route.ts', "import { startServer } from './server.ts';", 'src/http/server'],
    ['src/contract/errors.ts', "import '../http/server.ts';", 'src/http/server'],
  ] as const;
  for (const [path, text, room] of cases)
    t.same(faultsOf({ path, text }), [`${path} must not import ${room}`]);
  t.end();
});

test('a circle of rooms and a crowded folder are found', (t) => {
  const circle = [
    { path: 'src/aaa/account/x.ts', text: "import '../policy/x.ts';" },
    { path: 'src/aaa/policy/x.ts', text: "import '../session/x.ts';" },
    { path: 'src/aaa/session/x.ts', text: "import type { X } from '../account/x.ts';" },
  ];
  t.same(cycleOf(roomGraph(circle)), [
    'src/aaa/account',
    'src/aaa/policy',
    'src/aaa/session',
    'src/aaa/account',
  ]);
  t.equal(cycleOf(roomGraph(circle.slice(0, 2))), null);
  const paths = Array.from({ length: 26 }, (_, index) => `src/gate/x${index}.ts`);
  t.same(crowdedFolders(paths), ['src/gate: 26 files']);
  t.same(crowdedFolders(paths.slice(1)), []);
  t.end();
});
