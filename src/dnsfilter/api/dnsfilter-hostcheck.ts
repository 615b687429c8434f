import { Type } from 'typebox';
import { checkHost } from '../host-check.ts';
import { canonicalHostname } from '../hostname.ts';
import { Fault } from '../../contract/errors.ts';
import { nullable, text, dateTime } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';

/** Seconds that a client may cache a verdict: short enough for a change of a rule to show soon. */
const ttl = 60;

const query = Type.Object(
  {
    hostname: Type.String({ minLength: 1, maxLength: 254 }),
    client_ip: Type.Optional(
      Type.String({
        format: 'network',
        pattern: '^[^/]+$',
        description:
          'the IPv4 or IPv6 address of the DNS client; the default is the address of the request',
      }),
    ),
    category: Type.Optional(text({ description: 'the name of a category to treat the host as' })),
  },
  { additionalProperties: false },
);

const reply = Type.Object({
  uuid: Type.String({ format: 'uuid' }),
  hostname: text(),
  action: Type.Enum(['A', 'R', 'I'], {
    description: 'A (200): allow; R (403): refuse; I (404): no rule matches',
  }),
  category: nullable(text()),
  rule_id: nullable(Type.Integer()),
  acl: nullable(text({ description: 'name of the rule' })),
  subnet: nullable(text()),
  redirect_ip: nullable(text()),
  reason: nullable(text()),
  client_ip: nullable(text()),
  cached: Type.Boolean({ description: 'always false: each request is evaluated' }),
  ttl: Type.Integer({ description: 'seconds that the verdict may be cached' }),
  elapsed_ms: Type.Number(),
  timestamp: dateTime(),
});

const statuses = { A: 200, R: 403, I: 404 } as const;

/** GET dnsfilter_hostcheck/: checks a host. The status is the verdict, which the body has as well. */
export const dnsfilterHostcheckEndpoint = (path: string, isHidden = false): Endpoint =>
  endpoint({
    method: 'GET',
    path: `/${path}/`,
    summary: 'Check a host against the DNS filter',
    query,
    reply,
    isHidden,
    statusOf: ({ action }) => statuses[action],
    async handle({ gateway, caller, remoteAddress, query }) {
      const startMs = performance.now();
      const hostname = canonicalHostname(query.hostname);
      if (hostname === null) throw Fault.field('hostname', 'Expected a host name.');
      const client_ip = query.client_ip ?? remoteAddress();
      const question = {
        organization: caller.organization,
        user: caller.user,
        hostname,
        client_ip,
      };
      const verdict = await checkHost(gateway, { ...question, category: query.category ?? null });
      const elapsed_ms = Math.round((performance.now() - startMs) * 1000) / 1000;
      return { ...verdict, hostname, client_ip, cached: false, ttl, elapsed_ms };
    },
  });
