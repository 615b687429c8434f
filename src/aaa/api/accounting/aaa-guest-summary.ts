import { Type } from 'typebox';
import { reportReaders } from '../../../contract/caller.ts';
import { text } from '../../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../../http/endpoint.ts';
import { csvMediaType } from '../../../http/list/csv.ts';
import {
  equalTo,
  summaryPeriod,
  summaryQuery,
  summaryReply,
  summarySelection,
  within,
} from '../../../http/list/summary-query.ts';
import { accountingRecord } from '../../session/accounting-record.ts';
import { localDayMs } from '../../session/sums/accounting-sum.ts';
import { countGuests } from '../../session/sums/guest-days.ts';

const query = Type.Object(
  {
    ...summaryQuery,
    location: Type.Optional(Type.Integer({ description: 'only sessions at this location' })),
  },
  { additionalProperties: false },
);

/** GET /aaa_guest_summary/: different guests and devices of each day; without a period, those of the last seven days. */
export const guestSummaryEndpoint: Endpoint = endpoint({
  method: 'GET',
  path: '/aaa_guest_summary/',
  summary: 'Count guests and their devices by day',
  roles: reportReaders,
  isExtension: true,
  mediaTypes: [csvMediaType],
  query,
  reply: Type.Object({
    results: Type.Array(
      Type.Object({
        day: text({
          format: 'date',
          description: 'when their sessions began, in the time zone of the organization',
        }),
        guests: Type.Integer({
          description:
            'different users; a session without a user counts by its name, or else by its MAC address',
        }),
        devices: Type.Integer({ description: 'different MAC addresses' }),
        sessions: Type.Integer(),
      }),
    ),
  }),
  async handle({ gateway, caller, query: asked, mediaType }) {
    const now = gateway.now();
    const selection = summarySelection(accountingRecord, {
      caller,
      organization: asked.organization,
      where: [
        ...within('acctstarttime', summaryPeriod(asked, { now, days: 7 })),
        ...equalTo('location', asked.location),
      ],
    });
    const found = await countGuests(gateway.store, { selection, now });
    const results = found.map(({ day, ...counts }) => ({
      day: new Date(day * localDayMs).toISOString().slice(0, 10),
      ...counts,
    }));
    return summaryReply(mediaType, ['day', 'guests', 'devices', 'sessions'], results);
  },
});
