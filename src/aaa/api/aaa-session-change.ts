import { Type, type Static, type TObject } from 'typebox';
import { accountingRecord } from '../session/accounting-record.ts';
import {
  authorizationAttributes,
  type AuthorizationAttributes,
} from '../policy/attribute-lists.ts';
import { authorizationChange, type ChangeKind } from '../coa/authorization-change.ts';
import { waitForChange, requestChange } from '../coa/authorization-change-queue.ts';
import { repliesOf } from '../policy/profile-lists.ts';
import { computeGrant } from '../policy/authorization/authorization.ts';
import { profile } from '../policy/profile.ts';
import type { ReplyPlace } from '../policy/reply-condition.ts';
import { readReplyPlace } from '../policy/login-decision.ts';
import { findClientNames, findClientOrganization } from '../client/client-store.ts';
import { endPortalSession } from '../session/portal-session-end.ts';
import { findOpenPortalSession } from '../session/portal-session.ts';
import { user } from '../account/user.ts';
import { findUserById } from '../account/user-lookup.ts';
import { deskWriters } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import { reference } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { resolveReferences } from '../../http/reference/reference.ts';
import { retrieveResource } from '../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../http/resource-schema.ts';

/** Covers the retransmissions of 30 s (RFC 5080 section 2.2.1) and the time until the first packet. */
const timeoutMs = 35_000;

const closed = { additionalProperties: false };
const disconnectBody = Type.Object({}, closed);
const coaBody = Type.Object(
  {
    attributes: Type.Optional(authorizationAttributes),
    profile: Type.Optional(reference('an AAA profile whose reply attributes are sent')),
  },
  closed,
);

const sessionParams = Type.Object({ radacctid: fieldSchema(accountingRecord, 'radacctid') });
const common = {
  method: 'POST',
  params: sessionParams,
  reply: readableSchema(authorizationChange),
  status: 200,
  isExtension: true,
} as const;

/**
 * Endpoints that send a Disconnect-Request or CoA-Request for a session. The status is 200 for every
 * reply of the NAS (`acknowledged`, `refused`, `no_answer`), also for `failed` with `unreachable`, a client
 * over TLS without an open connection. It is 404 for an unknown session, 403 if its AAA client belongs to an organization
 * that the caller has no rights over, since that client's secret signs the request, or the session is not one of a guest and
 * the caller is a front desk, 409 if the session has ended or its NAS
 * shares no secret with the gateway, and 400 for attributes that a CoA cannot carry.
 */
export const sessionChangeEndpoints: readonly Endpoint[] = [
  endpoint({
    ...common,
    path: '/aaa_accounting/{radacctid}/disconnect/',
    summary: 'End a live session (RFC 5176 Disconnect)',
    roles: deskWriters,
    body: disconnectBody,
    handle: (call) =>
      change(call, async (session) => {
        if (call.caller.role === 'front_desk') await requireGuest(call.gateway, session);
        return { kind: 'disconnect', attributes: [] };
      }),
  }),
  endpoint({
    ...common,
    path: '/aaa_accounting/{radacctid}/coa/',
    summary: 'Change a live session (RFC 5176 CoA)',
    body: coaBody,
    handle: (call) =>
      change(call, async (session) => ({
        kind: 'coa',
        attributes: await attributesOf(call, session),
      })),
  }),
];

type Session = Static<typeof accountingRecord.schema>;

interface DynamicRequest {
  readonly kind: ChangeKind;
  readonly attributes: AuthorizationAttributes;
}

/** @param readRequest  called once the session is known to exist and to be open */
async function change(
  { gateway, caller, params }: Pick<Call<typeof sessionParams>, 'gateway' | 'caller' | 'params'>,
  readRequest: (session: Session) => Promise<DynamicRequest>,
) {
  const { radacctid } = params;
  const session = await retrieveResource({ resource: accountingRecord, gateway, caller }, [
    'radacctid',
    radacctid,
  ]);
  const { client, user, username } = session;
  const organization =
    client === null ? session.organization : await findClientOrganization(gateway.store, client);
  if (organization === null || !caller.organizations.includes(organization))
    throw new Fault(
      'forbidden',
      `Session ${radacctid} belongs to an AAA client of another organization, which alone may change it.`,
    );
  if (session.acctstoptime !== null)
    throw new Fault('conflict', `Session ${radacctid} ended at ${session.acctstoptime}.`);
  const who = { session: radacctid, organization, client, user, username };
  const request = await readRequest(session);
  if (client === null && request.kind === 'coa')
    throw new Fault('conflict', `No NAS accounts for session ${radacctid}: it can only be ended.`);
  const id = await requestChange(
    gateway,
    { ...who, ...request, trigger: 'api', requestedBy: caller.user },
    request.kind === 'disconnect' ? await endLogin(gateway, session) : [],
  );
  await waitForChange(gateway.store, id, timeoutMs);
  return outcomeOf(
    await retrieveResource({ resource: authorizationChange, gateway, caller }, ['id', id]),
  );
}

/** @throws Fault `forbidden` for a session of a user with rights at the APIs */
async function requireGuest({ store }: Gateway, { user: id, radacctid }: Session): Promise<void> {
  const role = id === null ? 'subscriber' : (await findUserById(store, id))?.role;
  if (role !== undefined && role !== 'subscriber')
    throw new Fault('forbidden', `Session ${radacctid} is not one of a guest.`);
}

/** Returns the statements that end the captive portal login of a session; empty if it has ended. */
async function endLogin({ store, now }: Gateway, { portal_session: id }: Session) {
  const login = id === null ? undefined : await findOpenPortalSession(store, id);
  return login ? endPortalSession(store, login, { event: 'uk', at: now().getTime() }) : [];
}

/** @throws Fault if no request could be sent to the NAS */
function outcomeOf<T extends Static<typeof authorizationChange.schema>>(change: T): T {
  const { status, error_code, error_message } = change;
  if (status === 'canceled') throw new Fault('conflict', error_message ?? 'The session has ended.');
  if (status !== 'failed' || error_code === 'unreachable') return change;
  const reason = error_message ?? 'The request could not be sent to the NAS.';
  if (error_code === 'invalid') throw Fault.field('attributes', reason);
  if (error_code === 'conflict' || error_code === 'overloaded' || error_code === 'unavailable')
    throw new Fault(error_code, reason);
  throw new Error(`authorization change ${change.id}: ${reason}`);
}

/** @throws Fault `invalid` unless the body has either attributes or a visible profile */
async function attributesOf(
  {
    gateway,
    caller,
    body,
  }: Pick<Call<TObject, TObject, typeof coaBody>, 'gateway' | 'caller' | 'body'>,
  session: Session,
): Promise<AuthorizationAttributes> {
  const { attributes, profile: id } = body;
  if ((attributes === undefined) === (id === undefined))
    throw Fault.field('attributes', 'Give either `attributes` or `profile`.');
  if (attributes?.length === 0)
    throw Fault.field('attributes', 'A CoA changes at least one attribute.');
  if (attributes) return attributes;
  await resolveReferences(user, { profile: id }, { gateway, caller });
  const found = await retrieveResource({ resource: profile, gateway, caller }, ['id', id]);
  const replyLists = [repliesOf(found.reply_attributes, found.vlan)];
  const lists = { replyLists, limitAttributes: null };
  const granted = computeGrant(lists, { place: await placeOf(gateway, session, lists) });
  if (granted.length === 0) throw Fault.field('profile', 'The profile has no reply attributes.');
  return granted;
}

/** Where and when the reply items of a profile are selected for a session. */
async function placeOf(
  { store, now }: Gateway,
  { client, ssid, location, organization }: Session,
  lists: Parameters<typeof computeGrant>[0],
): Promise<ReplyPlace | null> {
  const names = client === null ? undefined : await findClientNames(store, client);
  const nas = { client: names?.name ?? null, nasGroup: names?.nas_group ?? null, ssid };
  return readReplyPlace(store, lists, {
    nas: () => nas,
    at: now(),
    place: { location, organization },
  });
}
