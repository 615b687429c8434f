import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { withoutLogin } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { transaction } from '../transaction/transaction.ts';
import { scheduleSiteDoctor } from '../doctor/site-doctor.ts';
import { addressings, deviceKeySchema, findParentDeviceInBody } from './addressing.ts';
import { awaitTransaction, waitQuery } from './transactions.ts';

const defaultUrl = 'http://example.com/';

const body = Type.Object(
  {
    ...Object.fromEntries(
      addressings.map((by) => [by.parent, Type.Optional(deviceKeySchema(by))] as const),
    ),
    url: Type.Optional(
      Type.String({
        maxLength: 2048,
        default: defaultUrl,
        pattern: `^[A-Za-z][A-Za-z0-9+.-]*://${withoutLogin}[^\\s]+$`,
        description:
          'http or https URL, without username and password, of the page of the Internet that is asked for, and whose name is looked up',
      }),
    ),
    dns_server: Type.Optional(
      Type.String({
        maxLength: 255,
        default: '',
        description: 'name server to query; empty: the name servers of gateway and device',
      }),
    ),
  },
  { additionalProperties: false },
);

/** POST /inventory_site_doctor/: looks for faults at a device and its site, step by step. */
export const siteDoctorEndpoint: Endpoint = endpoint({
  method: 'POST',
  path: '/inventory_site_doctor/',
  summary: 'Find out what is wrong at a site',
  query: waitQuery,
  body,
  reply: transaction.schema,
  isExtension: true,
  async handle(call) {
    const { gateway, caller, query } = call;
    const given: Readonly<Record<string, unknown>> = call.body;
    const [by, ...others] = addressings.filter(({ parent }) => given[parent] !== undefined);
    if (!by || others.length > 0)
      throw Fault.field(
        others[0]?.parent ?? 'parent_id',
        'Name the device once: by parent_id, parent__name or parent__serial_number.',
      );
    const device = await findParentDeviceInBody(given[by.parent], by, call);
    const { url = defaultUrl, dns_server = '' } = call.body;
    const request = { url, dns_server, user: caller.user };
    const id = await scheduleSiteDoctor(gateway, device, request);
    return awaitTransaction(call, id, query.wait);
  },
});
