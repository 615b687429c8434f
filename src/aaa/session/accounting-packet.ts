import { Type } from 'typebox';
import { id, nullable, text, dateTime } from '../../contract/fields.ts';
import { resource, readOnlyResource } from '../../contract/resource.ts';

const nullableText = () => nullable(text());

/** An Accounting-Request without a session: about the NAS itself, or with an unknown Acct-Status-Type. */
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
      text({ description: 'Acct-Status-Type by name, or its number; null: not in the packet' }),
    ),
    acctsessionid: nullableText(),
    username: nullableText(),
    nasipaddress: text(),
    attributes: Type.Array(Type.Object({ name: text(), value: text() }), {
      description:
        'its attributes by dictionary name; unknown values in hexadecimal, secrets as ***',
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

declare module '../../contract/tables.ts' {
  interface Tables {
    aaa_packet: TableOf<typeof accountingPacket>;
  }
}
