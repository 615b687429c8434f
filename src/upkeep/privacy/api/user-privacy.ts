import { Readable } from 'node:stream';
import { Type, type TObject } from 'typebox';
import { user } from '../../../aaa/account/user.ts';
import { Fault } from '../../../contract/errors.ts';
import type { Role } from '../../../contract/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../../http/endpoint.ts';
import { listEndpoint } from '../../../http/list/list-endpoint.ts';
import { findResourceRow, retrieveResource } from '../../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../../http/resource-schema.ts';
import { waitQueryFor } from '../../../http/wait-query.ts';
import { exportContent } from '../export.ts';
import { privacyJob, privacyKinds, type PrivacyKind } from '../privacy-job.ts';
import { requestPrivacyJob } from '../privacy-request.ts';

/** Roles that may erase, export and read exports. Reports do not identify persons. */
const roles: readonly Role[] = ['admin'];
const closed = { additionalProperties: false };
const body = Type.Object({}, closed);
const waitQuery = waitQueryFor('its end');

/** The ways to address a user in the API. */
const addressings: readonly { key: 'id' | 'username'; path: string; params: TObject }[] = [
  { key: 'id', path: '/user/{id}', params: Type.Object({ id: fieldSchema(user, 'id') }) },
  {
    key: 'username',
    path: '/user/username/{username}',
    params: Type.Object({ username: Type.String({ minLength: 1, maxLength: 255 }) }),
  },
];

const summaries: Readonly<Record<PrivacyKind, string>> = {
  erase: 'Erase a person: sessions stay, without an identity',
  export: 'Export the data about a person',
};

const params = Type.Object({ id: fieldSchema(privacyJob, 'id') });
const job = { params, isExtension: true } as const;

/** Endpoints that erase and export the data about a person, both as jobs with a report. */
export const userPrivacyEndpoints: readonly Endpoint[] = [
  ...addressings.flatMap(({ key, path, params }) =>
    privacyKinds.map((kind) =>
      endpoint({
        method: 'POST',
        path: `${path}/${kind}/`,
        summary: summaries[kind],
        params,
        query: waitQuery,
        body,
        reply: readableSchema(privacyJob),
        roles,
        isExtension: true,
        handle: (call) => start(call, kind, [key, call.params[key]]),
      }),
    ),
  ),
  listEndpoint({ resource: privacyJob, isExtension: true }),
  endpoint({
    ...job,
    method: 'GET',
    path: '/privacy_job/{id}/',
    summary: 'Get the report of an erasure or export',
    reply: readableSchema(privacyJob),
    handle: ({ gateway, caller, params }) =>
      retrieveResource({ resource: privacyJob, gateway, caller }, ['id', params.id]),
  }),
  endpoint({
    ...job,
    roles,
    method: 'GET',
    path: '/privacy_job/{id}/content/',
    summary: 'Get the content of an export: a list of rows for each table',
    reply: Type.Object({}, { additionalProperties: Type.Array(Type.Unknown()) }),
    async handle({ gateway, caller, params }) {
      const found = await retrieveResource({ resource: privacyJob, gateway, caller }, [
        'id',
        params.id,
      ]);
      if (found.kind !== 'export') throw new Fault('not_found', 'An erasure has no content.');
      if (found.status !== 'completed')
        throw new Fault('conflict', `The export has no content yet: it is ${found.status}.`);
      return Readable.from(exportContent(gateway.store, found.id));
    },
  }),
];

const pollIntervalMs = 100;

async function start(
  { gateway, caller, query }: Pick<Call<TObject, typeof waitQuery>, 'gateway' | 'caller' | 'query'>,
  kind: PrivacyKind,
  key: readonly [string, unknown],
) {
  const { id, organization } = await findResourceRow({ resource: user, gateway, caller }, key);
  if (kind === 'erase' && id === caller.user)
    throw new Fault('conflict', 'The user of the token in use cannot be erased.');
  const made = await requestPrivacyJob(gateway, {
    kind,
    user: Number(id),
    organization: Number(organization),
    requestedBy: caller.user,
  });
  const { clock } = gateway;
  const until = clock.monotonicMs() + (query.wait ?? 0) * 1000;
  for (;;) {
    const found = await retrieveResource({ resource: privacyJob, gateway, caller }, ['id', made]);
    if (found.completed_at !== null || clock.monotonicMs() >= until) return found;
    await clock.sleep(pollIntervalMs);
  }
}
