import { Type } from 'typebox';
import {
  extension,
  id,
  nullable,
  name,
  networkList,
  pollInterval,
  reference,
  secret,
  text,
  dateTime,
} from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import { connectionServiceSchema } from './connection-service.ts';
import { credentialsByProtocol } from './credentials.ts';
import { snmpV3 } from './device.ts';

const service = () => nullable(Type.Unsafe<object>({ ...connectionServiceSchema }));

/** Three services that connect to devices, and default credentials of the devices. */
export const connectionProfile = resource({
  name: 'inventory_connection_profile',
  title: 'a connection profile',
  plural: 'connection profiles',
  schema: Type.Object({
    id: id(),
    organization: extension(reference('an organization')),
    name: name(),
    description: text(),
    connection_service: service(),
    collection_service: service(),
    storage_service: service(),
    poll_interval: extension(
      nullable(
        pollInterval({
          description: 'seconds between two polls of its devices; null: interval of the type',
        }),
      ),
    ),
    networks: nullable(
      networkList({
        description:
          'networks of the devices that it may be used for, asked at each connection; null: all',
      }),
    ),
    username: extension(nullable(text())),
    password: secret({ 'x-extension': true }),
    private_key: secret({ 'x-extension': true, description: 'OpenSSH or PEM' }),
    snmp_community: secret({ 'x-extension': true }),
    snmp_v3: snmpV3,
    credentials: credentialsByProtocol(),
    created_at: dateTime(),
    updated_at: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'created_at', 'updated_at'],
  defaults: {
    description: '',
    connection_service: null,
    collection_service: null,
    storage_service: null,
    poll_interval: null,
    networks: null,
    username: null,
    password: null,
    private_key: null,
    snmp_community: null,
    snmp_v3: null,
    credentials: null,
  },
  scope: 'organization',
  references: {},
  timestamps: { created: 'created_at', changed: 'updated_at' },
  filters: { name: { column: 'name', operator: 'contains', schema: text() } },
  lookups: ['id', 'name', 'created_at', 'updated_at'],
  databaseDefaults: ['description'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_connection_profile: TableOf<typeof connectionProfile>;
  }
}
