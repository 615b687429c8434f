import { Type } from 'typebox';
import { guestReaders } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import { dateTime, parseTime, text } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { selectionOf } from '../../http/list/list-endpoint.ts';
import { inclusiveEndMs, periodFilter } from '../../http/list/list-parameters.ts';
import { decision } from '../policy/decision.ts';
import { countDecisions } from '../policy/decision-summary.ts';

const maxDays = 92;
const dayMs = 86_400_000;
/** Hours of the longest period, or reasons. */
const maxGroups = (maxDays + 1) * 24;

const query = Type.Object(
  {
    ...periodFilter('datetime').query,
    group_by: Type.Enum(['hour', 'reason'], {
      description: '`hour`: of UTC; `reason`: the most frequent first',
    }),
  },
  { additionalProperties: false },
);

/** GET /aaa_decision_summary/: decisions on logins, counted by hour or reason; without a period, those of the last day. */
export const decisionSummaryEndpoint: Endpoint = endpoint({
  method: 'GET',
  path: '/aaa_decision_summary/',
  summary: 'Count decisions on logins by hour or reason',
  roles: guestReaders,
  isExtension: true,
  query,
  reply: Type.Object({
    results: Type.Array(
      Type.Object({
        hour: Type.Optional(dateTime({ description: 'begin of the hour' })),
        reason: Type.Optional(text()),
        accepted: Type.Integer(),
        rejected: Type.Integer(),
      }),
    ),
  }),
  async handle({ gateway, caller, query: asked }) {
    const until = timeOf(inclusiveEndMs, asked.end_date) ?? gateway.now().getTime();
    const from = timeOf(parseTime, asked.start_date) ?? until - dayMs;
    if (until - from > (maxDays + 1) * dayMs)
      throw Fault.field('start_date', `At most ${maxDays} days are counted at a time.`);
    const where = () => [
      { column: 'datetime', operator: '>=' as const, value: from },
      { column: 'datetime', operator: '<=' as const, value: until },
    ];
    const selection = selectionOf({ resource: decision, where }, { caller, query: {} });
    const { group_by: group } = asked;
    const found = await countDecisions(gateway.store, group, { selection, limit: maxGroups });
    return {
      results: found.map(({ key, ...counts }) => ({
        [group]: group === 'hour' ? new Date(Number(key)).toISOString() : key,
        ...counts,
      })),
    };
  },
});

function timeOf(parse: (given: string) => number | null, given: string | undefined): number | null {
  return given === undefined ? null : parse(given);
}
