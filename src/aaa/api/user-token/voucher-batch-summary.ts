import { Type } from 'typebox';
import { reportReaders } from '../../../contract/caller.ts';
import { dateTime, nullable, text } from '../../../contract/fields.ts';
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
import { userToken } from '../../account/user-token.ts';
import { countVouchers } from '../../account/voucher-batch-summary.ts';

const maxBatches = 1000;

const query = Type.Object(
  {
    ...summaryQuery,
    location: Type.Optional(
      Type.Integer({ description: 'only vouchers that are limited to this location' }),
    ),
  },
  { additionalProperties: false },
);

const row = {
  batch: text({ format: 'uuid' }),
  organization: Type.Integer(),
  created: dateTime(),
  price: nullable(text({ description: 'as it is printed; null: none, or not the same on all' })),
  time: nullable(
    Type.Integer({
      description: 'seconds of credit of each; null: not metered, or not the same for all',
    }),
  ),
  made: Type.Integer({ description: 'the sum of the other counts' }),
  used: Type.Integer({ description: 'vouchers that somebody has logged in with' }),
  left: Type.Integer({ description: 'unused vouchers that still let in' }),
  expired: Type.Integer({ description: 'vouchers that expired unused' }),
  revoked: Type.Integer({ description: 'vouchers that were revoked unused' }),
};

/** GET /user_token_batch_summary/: vouchers by the batch that they were made in; without a period, those made in the last 30 days. */
export const voucherBatchSummaryEndpoint: Endpoint = endpoint({
  method: 'GET',
  path: '/user_token_batch_summary/',
  summary: 'Count vouchers by batch: made, used and left',
  roles: reportReaders,
  isExtension: true,
  mediaTypes: [csvMediaType],
  query,
  reply: Type.Object({
    results: Type.Array(Type.Object(row), { description: 'the newest thousand at most' }),
  }),
  async handle({ gateway, caller, query: asked, mediaType }) {
    const now = gateway.now();
    const selection = summarySelection(userToken, {
      caller,
      organization: asked.organization,
      where: [
        ...within('created', summaryPeriod(asked, { now, days: 30 })),
        ...equalTo('location', asked.location),
      ],
    });
    const found = await countVouchers(gateway.store, { selection, now, limit: maxBatches });
    const results = found.map(({ created, ...batch }) => ({
      ...batch,
      created: new Date(created).toISOString(),
    }));
    return summaryReply(mediaType, Object.keys(row), results);
  },
});
