import { Type } from 'typebox';
import { dateTime, nullable, text } from '../contract/fields.ts';
import { readOnlyResource, resource, type Resource } from '../contract/resource.ts';

/** A check of a host name, as an export of the data about a person shows it. */
export const dnsCheck: Resource = resource({
  name: 'dnsfilter_check',
  title: 'a check of a host name',
  plural: 'checks of host names',
  schema: Type.Object({
    id: text(),
    organization: Type.Integer(),
    user: nullable(Type.Integer()),
    hostname: text(),
    client_ip: nullable(text()),
    action: text(),
    category: nullable(text()),
    rule: nullable(Type.Integer()),
    acl: nullable(text()),
    subnet: nullable(text()),
    redirect_ip: nullable(text()),
    reason: nullable(text()),
    created_at: dateTime(),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {},
  order: { column: 'created_at', direction: 'desc' },
  paging: 'cursor',
});
