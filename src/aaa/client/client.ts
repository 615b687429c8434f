import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import {
  id,
  nullable,
  name,
  reference,
  requiredSecret,
  text,
  dateTime,
} from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import { canonicalNetwork } from '../../runtime/ip-address.ts';
import { eapRules } from './eap-rules.ts';
import { keyVendors } from './key-vendors.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { sealsEmptySecret } from '../../store/vault.ts';

const acceptance = (request: string) =>
  Type.Enum(['unknown', 'yes', 'no'], {
    description: `whether it accepts ${request}, by its last reply`,
  });

const maxServed = 1_000;

/** SQL: the clock of the NAS of client `c` that is most wrong. */
const clockOffset = `(select k.clock_offset from aaa_nas_clock k where k.client = c.id
  order by abs(k.clock_offset) desc, k.clock_offset desc limit 1)`;

/** A RADIUS client: a NAS, an access point, another RADIUS server, or a network of them. */
export const client = resource({
  name: 'aaa_client',
  relation: () => `
    select c.*, ${clockOffset} as clock_offset from aaa_client c`,
  extendsTable: true,
  title: 'an AAA client',
  plural: 'AAA clients',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    name: name(),
    address: Type.String({
      format: 'network',
      description:
        'source address of its packets, or a network of them, in any spelling; the longest prefix wins',
    }),
    secret: requiredSecret({
      minLength: 8,
      maxLength: 255,
      description:
        'shared secret, needed over UDP: 8 octets at least; 13 and more are safe. Over TLS both sides take `radsec`',
    }),
    transport: Type.Enum(['udp', 'tls'], {
      description:
        'transport of its packets: UDP or TLS (RadSec); one address may have a client of each',
    }),
    tls_name: nullable(
      text({
        minLength: 1,
        maxLength: 255,
        description:
          'over TLS, a name in its certificate: a DNS name or IP address of subjectAltName, or the Common Name; null: any certificate of the CA',
      }),
    ),
    nas_identifier: nullable(text()),
    nas_group: nullable(
      text({
        minLength: 1,
        maxLength: 128,
        'x-extension': true,
        description: 'a group of NASes, which `when` of reply items names; null: none',
      }),
    ),
    wifi_keys: nullable(
      Type.Enum([...keyVendors], {
        'x-extension': true,
        description:
          'the vendor whose attributes give it the Wi-Fi keys of devices that it asks about by their address; null: it gets none',
      }),
    ),
    wifi_key_ssids: Type.Array(text({ minLength: 1, maxLength: 32, examples: ['Aurora'] }), {
      maxItems: 64,
      uniqueItems: true,
      'x-extension': true,
      description:
        'networks whose devices get Wi-Fi keys; a device of another network is no user of a key; empty: all networks',
    }),
    eap_methods: eapRules,
    serves: Type.Array(reference('an organization'), {
      maxItems: maxServed,
      uniqueItems: true,
      description:
        'further organizations whose access points and users count for its sessions, without the organizations below them',
      'x-extension': true,
    }),
    description: text(),
    require_message_authenticator: Type.Enum(['auto', 'yes', 'no']),
    limit_proxy_state: Type.Enum(['auto', 'yes', 'no']),
    coa_port: Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description:
        'port for CoA and Disconnect over UDP; over TLS they use the connection that the client has opened',
    }),
    accepts_coa: acceptance('CoA'),
    accepts_disconnect: acceptance('Disconnect'),
    is_active: Type.Boolean(),
    last_seen: nullable(dateTime()),
    weak_since: nullable(dateTime()),
    clock_offset: nullable(
      Type.Integer({
        'x-extension': true,
        description:
          'seconds by which the clock of its NAS is ahead, by its accounting; of several the one that is most wrong; less than a minute is 0; null: not known',
      }),
    ),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: [
    'id',
    'accepts_coa',
    'accepts_disconnect',
    'last_seen',
    'weak_since',
    'clock_offset',
    'created',
    'last_change',
  ],
  computed: ['clock_offset'],
  defaults: {
    // Empty: no secret; allowed for clients over TLS only.
    secret: '',
    transport: 'udp',
    tls_name: null,
    nas_identifier: null,
    nas_group: null,
    wifi_keys: null,
    wifi_key_ssids: [],
    eap_methods: [],
    serves: [],
    description: '',
    require_message_authenticator: 'auto',
    limit_proxy_state: 'auto',
    coa_port: 3799,
    is_active: true,
  },
  scope: 'organization',
  references: {},
  timestamps: { created: 'created', changed: 'last_change' },
  filters: {
    name: { column: 'name', operator: 'contains', schema: text() },
    address: { column: 'address', operator: '=' },
    nas_group: { column: 'nas_group', operator: '=' },
  },
  lookups: ['id', 'name', 'address', 'is_active', 'created', 'last_change'],
  columns: {
    /** True once it has signed an Access-Request with Message-Authenticator. */
    signs: Type.Boolean(),
  },
  databaseDefaults: [
    'signs',
    'transport',
    'wifi_key_ssids',
    'eap_methods',
    'serves',
    'description',
    'require_message_authenticator',
    'limit_proxy_state',
    'coa_port',
    'accepts_coa',
    'accepts_disconnect',
    'is_active',
  ],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    aaa_client: TableOf<typeof client>;
  }
}

/**
 * Validates the fields of a client, and returns them unchanged.
 *
 * @param before  the stored client that they change
 * @throws Fault `invalid` if a client over UDP has no secret, or an active one no valid address
 */
export function validateClient(fields: Row, before: Row = {}): Row {
  const { transport, address } = { ...client.defaults, ...before, ...fields };
  const isActivated = fields['is_active'] === true || 'address' in fields;
  if (isActivated && canonicalNetwork(String(address)) === null)
    throw Fault.field('address', `${JSON.stringify(address)} is not a network.`);
  const kept = before['secret'];
  const hasSecret = 'secret' in fields || (typeof kept === 'string' && !sealsEmptySecret(kept));
  if (transport === 'udp' && !hasSecret)
    throw Fault.field('secret', 'A client over UDP needs a shared secret.');
  return fields;
}
