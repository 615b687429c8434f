import { Type, type TObject } from 'typebox';
import { userToken as of } from '../../account/user-token.ts';
import { markSessionsOfUser } from '../../session/session-user.ts';
import { readTokenState, removeUserToken } from '../../account/user-token-store.ts';
import { deskReaders, deskWriters } from '../../../contract/caller.ts';
import { endpoint, type Endpoint } from '../../../http/endpoint.ts';
import { listEndpoint } from '../../../http/list/list-endpoint.ts';
import { checkIfMatch, lostPrecondition } from '../../../http/precondition.ts';
import { retrieveResource } from '../../../http/resource-access.ts';
import { fieldSchema, ignoredFields, readableSchema } from '../../../http/resource-schema.ts';
import { policyField, policyParameters, readEffectivePolicy } from '../effective-policy.ts';
import { organizationFilter } from '../../../http/list/list-parameters.ts';
import { newTokenBody, tokenBody } from './token-body.ts';
import { warningsField } from '../../../http/warnings.ts';
import { createUserToken, updateUserToken } from './user-token-write.ts';
import { warnOfToken, warnOfTokens } from './token-warnings.ts';
import { withBalance } from './voucher.ts';
import { sheetParameter, withSheetOfBatch, withSheets } from './voucher-list.ts';

const balance = {
  balance: Type.Optional(Type.Boolean({ description: 'true: include the remaining credit' })),
};
const shown = readableSchema(of);
const reply: TObject = Type.Object({
  ...shown.properties,
  balance: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'remaining seconds of `time`; only if `balance=true`',
    }),
  ),
  balance_octets: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      'x-extension': true,
      description: 'remaining octets of `octets`; only if `balance=true`',
    }),
  ),
});
const shownOne: TObject = Type.Object({ ...reply.properties, ...policyField, ...warningsField });
const created: TObject = Type.Object({
  ...shown.properties,
  token: Type.Optional(
    Type.String({
      'x-extension': true,
      description: 'the bearer token of an `api` token; shown only here',
    }),
  ),
  password: Type.Optional(
    Type.String({ description: 'the password, if one was to be generated; shown only here' }),
  ),
  ...warningsField,
});
const one = {
  path: '/user_token/{id}/',
  params: Type.Object({ id: fieldSchema(of, 'id') }),
  reply: shownOne,
  hasEtag: true,
  addedFields: ['balance', 'balance_octets', ...Object.keys({ ...policyField, ...warningsField })],
};

const ignored = ignoredFields(
  tokenBody,
  Type.Object({ ...shownOne.properties, ...created.properties }),
);

/** Bearer tokens of these APIs, and vouchers of the network. */
export const userTokenEndpoints: readonly Endpoint[] = [
  withSheets(
    listEndpoint({
      resource: of,
      roles: deskReaders,
      query: { ...organizationFilter.query, ...balance, ...sheetParameter },
      where: organizationFilter.where,
      csv: true,
      reply,
      mapItems: (items, { gateway, query }) =>
        query.balance === true ? withBalance(gateway, items) : items,
    }),
    organizationFilter.where,
  ),
  endpoint({
    method: 'GET',
    roles: deskReaders,
    summary: `Get ${of.title}`,
    ...one,
    query: Type.Object({ ...balance, ...policyParameters }, { additionalProperties: false }),
    async handle({ gateway, caller, params, query }) {
      const found = await retrieveResource({ resource: of, gateway, caller }, ['id', params.id]);
      const [shown = found] =
        query.balance === true ? await withBalance(gateway, [found]) : [found];
      const policy = await readEffectivePolicy({ gateway, caller, query }, found.user);
      const effective_policy = found.kind === 'api' ? null : policy;
      return { ...found, ...shown, ...(policy !== undefined && { effective_policy }) };
    },
  }),
  withSheetOfBatch(
    endpoint({
      method: 'POST',
      roles: deskWriters,
      path: '/user_token/',
      summary: `Create ${of.title}, or a batch of vouchers`,
      body: newTokenBody,
      reply: Type.Union([created, Type.Array(created)]),
      ignoredFields: ignored,
      handle: async (call) => warnOfTokens(call, await createUserToken(call)),
    }),
  ),
  endpoint({
    method: 'PUT',
    roles: deskWriters,
    summary: `Replace ${of.title}`,
    body: tokenBody,
    ...one,
    ignoredFields: ignored,
    handle: async (call) => warnOfToken(call, await updateUserToken(call, 'replace')),
  }),
  endpoint({
    method: 'PATCH',
    roles: deskWriters,
    summary: `Change ${of.title}`,
    body: tokenBody,
    ...one,
    ignoredFields: ignored,
    handle: async (call) => warnOfToken(call, await updateUserToken(call, 'update')),
  }),
  endpoint({
    method: 'DELETE',
    roles: deskWriters,
    summary: 'Delete a user token; a `network` token is deleted with its user',
    ...one,
    reply: Type.Null(),
    status: 204,
    async handle({ gateway, caller, params, ifMatch }) {
      const unchangedFrom =
        ifMatch === null ? null : await readTokenState(gateway.store, params.id);
      const found = await retrieveResource({ resource: of, gateway, caller }, ['id', params.id]);
      checkIfMatch(ifMatch, found);
      const before = markSessionsOfUser(gateway.store, found.user);
      const removed = { ...found, unchangedFrom, before };
      await removeUserToken(gateway.store, removed, gateway.now()).catch(lostPrecondition(ifMatch));
      return null;
    },
  }),
];
