import { Type } from 'typebox';
import { id, nullable, text, dateTime } from '../../fields.ts';
import { resource, readOnlyResource } from '../../resource.ts';

const words = () => nullable(text());

/** An Accounting-Request that makes no row: of no session, of the NAS itself, or of a kind that nobody knows. */
export const accountingPacket = resource({
  name: 'aaa_packet',
  title: 'an accounting packet of no session',
  plural: 'accounting packets of no session',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer(),
    datetime: dateTime({ description: 'when it came in' }),
    client: Type.Integer({ description: 'the AAA client that sent it' }),
    client_name: text(),
    source: text({ description: 'address that it came from' }),
    acctstatustype: nullable(
      text({ description: 'Acct-Status-Type by name, or its number; null: it had none' }),
    ),
    acctsessionid: words(),
    username: words(),
    nasipaddress: text(),
    attributes: Type.Array(Type.Object({ name: text(), value: text() }), {
      description:
        'all it said, in the names of the dictionaries; what they do not have in hexadecimal, secrets as ***',
    }),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: { client: { column: 'client', operator: '=', schema: Type.Integer() } },
  lookups: [
    'id',
    'datetime',
    'client_name',
    'source',
    'acctstatustype',
    'acctsessionid',
    'username',
    'nasipaddress',
  ],
  accessPaths: { columns: ['client', 'organization'] },
  order: { column: 'datetime', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../tables.ts' {
  interface Tables {
    aaa_packet: TableOf<typeof accountingPacket>;
  }
}
