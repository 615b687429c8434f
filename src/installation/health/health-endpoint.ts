import { Type } from 'typebox';
import { isHealthy } from '../../contract/finding.ts';
import { dateTime, text } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';

const finding = Type.Object({
  check: text({ description: 'what was examined, as in `gatehouse doctor`' }),
  state: Type.Enum(['ok', 'warning', 'failed', 'skipped'], {
    description: '`skipped`: it could not be examined, or does not apply',
  }),
  seen: text(),
  advice: text({ description: 'empty if no action is needed' }),
  evidence: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'measured values' }),
  ),
});

/** GET /gateway_health/: what the doctor finds on the machine of this gateway, for callers of the root organization. */
export const healthEndpoint: Endpoint = endpoint({
  method: 'GET',
  path: '/gateway_health/',
  summary: 'Examine the gateway and its machine',
  isExtension: true,
  reply: Type.Object({
    healthy: Type.Boolean({ description: 'false: a check has failed' }),
    examined_at: dateTime({ description: 'ten seconds ago at most' }),
    findings: Type.Array(finding, {
      description: 'empty for callers of other organizations than the root',
    }),
  }),
  async handle({ gateway, caller }) {
    // Names of files, upstreams and organizations belong to whoever runs the gateway.
    const { at, findings } = caller.isRoot
      ? await gateway.health.examine(gateway)
      : { at: gateway.now(), findings: [] };
    return {
      healthy: isHealthy(findings),
      examined_at: at.toISOString(),
      findings: findings.map(({ evidence, ...found }) => ({
        ...found,
        ...(evidence && { evidence }),
      })),
    };
  },
});
