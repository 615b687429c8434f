import { Type } from 'typebox';
import { guestReaders } from '../../contract/caller.ts';
import { dateTime, text } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { csvMediaType } from '../../http/list/csv.ts';
import {
  equalTo,
  summaryPeriod,
  summaryQuery,
  summaryReply,
  summarySelection,
  within,
} from '../../http/list/summary-query.ts';
import { decision } from '../policy/decision.ts';
import { countDecisions } from '../policy/decision-summary.ts';

/** Hours of the longest period, or reasons. */
const maxGroups = 93 * 24;

const query = Type.Object(
  {
    ...summaryQuery,
    client: Type.Optional(Type.Integer({ description: 'only those of this AAA client' })),
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
  mediaTypes: [csvMediaType],
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
  async handle({ gateway, caller, query: asked, mediaType }) {
    const period = summaryPeriod(asked, { now: gateway.now(), days: 1 });
    const selection = summarySelection(decision, {
      caller,
      organization: asked.organization,
      where: [...within('datetime', period), ...equalTo('client', asked.client)],
    });
    const { group_by: group } = asked;
    const found = await countDecisions(gateway.store, group, { selection, limit: maxGroups });
    const results = found.map(({ key, ...counts }) => ({
      [group]: group === 'hour' ? new Date(Number(key)).toISOString() : String(key),
      ...counts,
    }));
    return summaryReply(mediaType, [group, 'accepted', 'rejected'], results);
  },
});
