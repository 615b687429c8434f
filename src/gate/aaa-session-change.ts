import { Type, type Static } from 'typebox';
import { accountingRecord } from '../aaa/session/accounting-record.ts';
import {
  authorizationAttributes,
  type AuthorizationAttributes,
} from '../aaa/policy/attribute-lists.ts';
import { authorizationChange, type ChangeKind } from '../aaa/coa/authorization-change.ts';
import { waitForChange, requestChange } from '../aaa/coa/authorization-change-queue.ts';
import { computeGrant } from '../aaa/policy/grant.ts';
import { profile } from '../aaa/policy/profile.ts';
import { user } from '../aaa/account/user.ts';
import { Fault } from '../errors.ts';
import { reference } from '../fields.ts';
import { endpoint, type Call, type Endpoint } from '../http/endpoint.ts';
import { resolveReferences } from '../http/reference.ts';
import { retrieveResource } from '../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../http/resource-schema.ts';

/** Retransmissions take 30 seconds (RFC 5080 section 2.2.1), and something passes before the first. */
const longestMs = 35_000;

const closed = { additionalProperties: false };
const disconnectBody = Type.Object({}, closed);
const coaBody = Type.Object(
  {
    attributes: Type.Optional(authorizationAttributes),
    profile: Type.Optional(reference('an AAA profile whose reply attributes are sent')),
  },
  closed,
);

const common = {
  method: 'POST',
  params: Type.Object({ radacctid: fieldSchema(accountingRecord, 'radacctid') }),
  reply: readableSchema(authorizationChange),
  status: 200,
  extension: true,
} as const;

/**
 * What a NAS answers is no fault of the request: `acknowledged`, `refused` and `no_answer` are all 200, and so is `failed`
 * with `unreachable`: a client over TLS that holds no connection open. 404 for a session
 * that is not there, 409 for one that has ended or whose NAS has no address that we share a secret with, 400 for
 * attributes that fit into no CoA.
 */
export const sessionChangeEndpoints: readonly Endpoint[] = [
  endpoint({
    ...{
      ...common,
      path: '/aaa_accounting/{radacctid}/disconnect/',
      summary: 'End a live session (RFC 5176 Disconnect)',
    },
    body: disconnectBody,
    handle: (call) => told(call, () => Promise.resolve({ kind: 'disconnect', attributes: [] })),
  }),
  endpoint({
    ...{
      ...common,
      path: '/aaa_accounting/{radacctid}/coa/',
      summary: 'Change a live session (RFC 5176 CoA)',
    },
    body: coaBody,
    handle: (call) =>
      told(call, async () => ({ kind: 'coa', attributes: await attributesOf(call) })),
  }),
];

interface Wanted {
  readonly kind: ChangeKind;
  readonly attributes: AuthorizationAttributes;
}

/** @param wanted  asked for once the session is known to be there and live */
async function told({ gateway, caller, params }: Call, wanted: () => Promise<Wanted>) {
  const { radacctid } = params as { radacctid: number };
  const session = await retrieveResource({ resource: accountingRecord, gateway, caller }, [
    'radacctid',
    radacctid,
  ]);
  if (session.acctstoptime !== null)
    throw new Fault('conflict', `Session ${radacctid} ended at ${session.acctstoptime}.`);
  const { organization, client, user, username } = session;
  const who = { session: radacctid, organization, client, user, username };
  const id = await requestChange(gateway, {
    ...who,
    ...(await wanted()),
    trigger: 'api',
    requestedBy: caller.user,
  });
  await waitForChange(gateway.store, id, longestMs);
  return outcomeOf(
    await retrieveResource({ resource: authorizationChange, gateway, caller }, ['id', id]),
  );
}

/** @throws Fault where the NAS could not be asked */
function outcomeOf<T extends Static<typeof authorizationChange.schema>>(change: T): T {
  const { status, error_code, error_message } = change;
  if (status === 'canceled') throw new Fault('conflict', error_message ?? 'The session has ended.');
  if (status !== 'failed' || error_code === 'unreachable') return change;
  const words = error_message ?? 'The NAS could not be asked.';
  if (error_code === 'invalid') throw Fault.field('attributes', words);
  if (error_code === 'conflict' || error_code === 'overloaded' || error_code === 'unavailable')
    throw new Fault(error_code, words);
  throw new Error(`authorization change ${change.id}: ${words}`);
}

/** @throws Fault `invalid` where the body says nothing, both, or a profile that is not the caller's */
async function attributesOf({ gateway, caller, body }: Call): Promise<AuthorizationAttributes> {
  const { attributes, profile: id } = body as Static<typeof coaBody>;
  if ((attributes === undefined) === (id === undefined))
    throw Fault.field('attributes', 'Give either `attributes` or `profile`.');
  if (attributes?.length === 0)
    throw Fault.field('attributes', 'A CoA changes at least one attribute.');
  if (attributes) return attributes;
  await resolveReferences(user, { profile: id }, { gateway, caller });
  const found = await retrieveResource({ resource: profile, gateway, caller }, ['id', id]);
  const granted = computeGrant({ replyLists: [found.reply_attributes], limitAttributes: null });
  if (granted.length === 0) throw Fault.field('profile', 'The profile has no reply attributes.');
  return granted;
}
