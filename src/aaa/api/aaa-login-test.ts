import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { nullable, text } from '../../contract/fields.ts';
import { Secret } from '../../contract/secret.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { findResourceRows } from '../../http/resource-access.ts';
import { client } from '../client/client.ts';

const body = Type.Object(
  {
    client: Type.Integer({ description: 'the AAA client that would ask' }),
    username: Type.String({ minLength: 1, maxLength: 253 }),
    password: Type.String({ maxLength: 128, writeOnly: true }),
    callingstationid: Type.Optional(
      Type.String({ maxLength: 64, description: 'MAC address of the device' }),
    ),
  },
  { additionalProperties: false },
);

const reply = Type.Object({
  outcome: Type.Enum(['accept', 'reject']),
  reason: text(),
  method: text(),
  upstream: nullable(text({ description: 'name of the AAA upstream that decided' })),
  profile_name: nullable(text()),
  attributes: Type.Array(Type.Object({ name: text(), value: text() }), {
    description: 'attributes of the reply; secrets are ***',
  }),
});

/** POST /aaa_login_test/: decides a login as one of an AAA client, which is logged and counts as any other. */
export const loginTestEndpoint: Endpoint = endpoint({
  method: 'POST',
  path: '/aaa_login_test/',
  summary: 'Try out a login as an AAA client would send it',
  status: 200,
  isExtension: true,
  body,
  reply,
  async handle({ gateway, caller, body: asked }) {
    const where = [{ column: 'id', operator: '=' as const, value: asked.client }];
    const [row] = await findResourceRows({ resource: client, gateway, caller }, where, 1);
    if (!row) throw Fault.absent('client', asked.client);
    const [address = ''] = String(row['address']).split('/');
    const tested = await gateway.loginTests.run({
      client: asked.client,
      address,
      username: asked.username,
      password: new Secret(asked.password),
      station: asked.callingstationid ?? null,
    });
    if (!tested) throw Fault.field('client', 'This client is not active.');
    const { isAccepted, profile, attributes, ...decided } = tested;
    return {
      ...decided,
      outcome: isAccepted ? ('accept' as const) : ('reject' as const),
      profile_name: profile,
      attributes: [...attributes],
    };
  },
});
