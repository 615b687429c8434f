import { Type, type Static } from 'typebox';
import { createPasswordColumns } from '../aaa/account/password-columns.ts';
import { passwordClientOf } from '../aaa/policy/password-queue.ts';
import { userToken as of } from '../aaa/account/user-token.ts';
import {
  addApiToken,
  addNetworkToken,
  changeUserToken as writeChange,
  generateVoucherCode,
  readTokenState,
} from '../aaa/account/user-token-store.ts';
import { password, user, username } from '../aaa/account/user.ts';
import { findUserById, findUserByName } from '../aaa/account/user-lookup.ts';
import { Fault } from '../errors.ts';
import { extension, nullable, parseTime, reference, text, dateTime } from '../fields.ts';
import { createTokenText, hashToken } from '../aaa/account/api-token.ts';
import type { Caller } from '../caller.ts';
import type { Gateway } from '../gateway.ts';
import type { Call } from '../http/endpoint.ts';
import { checkIfMatch, lostPrecondition } from '../http/precondition.ts';
import { resolveReferences } from '../http/reference.ts';
import { retrieveResource } from '../http/resource-access.ts';
import { Secret } from '../secret.ts';

/** Fields of both kinds. */
const common = {
  name: Type.Optional(text({ maxLength: 255, 'x-extension': true })),
  expiration: Type.Optional(nullable(dateTime())),
  is_active: Type.Optional(Type.Boolean()),
};
const ofApi = {
  user: Type.Optional(
    extension(reference('a user; the caller if neither this nor `username` is present')),
  ),
  read_only: Type.Optional(
    Type.Boolean({ 'x-extension': true, description: 'true: only GET is permitted' }),
  ),
};
const ofNetwork = {
  password: Type.Optional(password()),
  organization: Type.Optional(reference('an organization')),
  profile: Type.Optional(nullable(reference('an AAA profile'))),
  external_id: Type.Optional(nullable(text({ maxLength: 255 }))),
  klass: Type.Optional(nullable(text({ maxLength: 255 }))),
  time: Type.Optional(
    nullable(
      Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'seconds of credit' }),
    ),
  ),
};

const tokenFields = {
  kind: Type.Optional(
    Type.Enum(['api', 'network'], { 'x-extension': true, description: 'the default is api' }),
  ),
  username: Type.Optional(username()),
  ...common,
  ...ofApi,
  ...ofNetwork,
};
const closed = { additionalProperties: false };

/** The body of POST, PUT and PATCH. A change may repeat the kind and the user, but not change them. */
export const tokenBody = Type.Object(tokenFields, closed);

type Body = Static<typeof tokenBody>;
type Kind = 'api' | 'network';

/** @throws Fault `invalid` naming the field */
export async function createUserToken(
  call: Pick<Call, 'gateway' | 'caller'> & { readonly body: Body },
) {
  const kind = call.body.kind ?? 'api';
  refuseFieldsOfOtherKind(kind, call.body);
  return kind === 'api' ? createApiToken(call) : createNetworkToken(call);
}

type Creation = Parameters<typeof createUserToken>[0];

async function createApiToken({ gateway, caller, body }: Creation) {
  const token = createTokenText();
  const id = await addApiToken(
    gateway.store,
    {
      user: await findTokenUser({ gateway, caller, body }),
      name: body.name ?? '',
      expiration: millisecondsOf(body.expiration),
      isActive: body.is_active ?? true,
      isReadOnly: body.read_only ?? false,
      hash: hashToken(token),
    },
    gateway.now(),
  );
  return { ...(await retrieveResource({ resource: of, gateway, caller }, ['id', id])), token };
}

/** Returns the id of the user of a new token. @throws Fault `invalid` if the caller may not see the user, or it may not use the API */
async function findTokenUser({ gateway, caller, body }: Creation): Promise<number> {
  if (body.user === undefined && body.username === undefined) return caller.user;
  const field = body.user === undefined ? 'username' : 'user';
  const found = await findNamedUser(gateway, body);
  if (!found || !caller.organizations.includes(found.organization))
    throw Fault.absent(field, body[field]);
  if (found.role === 'subscriber')
    throw Fault.field(field, 'A subscriber may use the network only, not this API.');
  return found.id;
}

/** Finds the user by id or name; if both are present, both must match. */
async function findNamedUser(gateway: Gateway, { user, username }: Body) {
  if (user === undefined) return findUserByName(gateway.store, username ?? '');
  const found = await findUserById(gateway.store, user);
  return username === undefined || found?.username === username ? found : undefined;
}

async function createNetworkToken({ gateway, caller, body }: Creation) {
  if (typeof body.time !== 'number') throw Fault.field('time', 'This field is required.');
  await resolveReferences(user, { ...body }, { gateway, caller });
  const {
    organization = caller.organization,
    username = generateVoucherCode(),
    password = generateVoucherCode(),
  } = body;
  const id = await addNetworkToken(
    gateway.store,
    {
      organization,
      username,
      creditSeconds: body.time,
      ...grantOf(body),
      password: await createPasswordColumns(gateway.vault, {
        password: new Secret(password),
        isReversible: false,
        client: passwordClientOf(caller),
      }),
    },
    gateway.now(),
  );
  const shown = await retrieveResource({ resource: of, gateway, caller }, ['id', id]);
  return body.password === undefined ? { ...shown, password } : shown;
}

function grantOf({
  name = '',
  profile = null,
  external_id = null,
  klass = null,
  is_active = true,
  expiration,
}: Body) {
  return {
    name,
    profile,
    externalId: external_id,
    klass,
    isActive: is_active,
    expiration: millisecondsOf(expiration),
  };
}

interface Change extends Pick<Call, 'gateway' | 'caller' | 'ifMatch'> {
  readonly params: Readonly<Record<string, unknown>>;
  readonly body: Body;
}

/** @param verb  'replace': fields that the body omits get their defaults */
export async function updateUserToken(call: Change, verb: 'replace' | 'update') {
  const { gateway, caller, params, ifMatch } = call;
  const unchangedFrom =
    ifMatch === null ? null : await readTokenState(gateway.store, Number(params.id));
  const found = await retrieveResource({ resource: of, gateway, caller }, ['id', params.id]);
  checkIfMatch(ifMatch, found);
  const given = withoutUnchanged(found, call.body);
  refuseFieldsOfOtherKind(found.kind, given);
  refuseChangedIdentity(found, given);
  if (given.time === null) throw Fault.field('time', 'This field may not be null.');
  const body = verb === 'replace' ? { ...defaultsOf(found.kind), ...given } : given;
  const columns = found.kind === 'api' ? apiColumns(body) : await networkColumns(call, body);
  const { id, user } = found;
  await writeChange(gateway.store, { id, user, ...columns, unchangedFrom }, gateway.now()).catch(
    lostPrecondition(ifMatch),
  );
  return retrieveResource({ resource: of, gateway, caller }, ['id', found.id]);
}

/** Removes the fields of the other kind that a body repeats as they are shown. */
function withoutUnchanged(
  found: { readonly kind: Kind } & Readonly<Record<string, unknown>>,
  body: Body,
): Body {
  const others: readonly string[] = Object.keys(found.kind === 'api' ? ofNetwork : ofApi);
  return Object.fromEntries(
    Object.entries(body).filter(
      ([field, value]) => !others.includes(field) || value !== found[field],
    ),
  );
}

function defaultsOf(kind: Kind): Body {
  const both = { name: '', expiration: null, is_active: true };
  return kind === 'api'
    ? { ...both, read_only: false }
    : { ...both, profile: null, external_id: null, klass: null };
}

function apiColumns(body: Body) {
  const { name, is_active, read_only, expiration } = body;
  const token = defined({
    name,
    is_active: flag(is_active),
    read_only: flag(read_only),
    expiration: optionalMilliseconds(expiration),
  });
  return { token, holder: {} };
}

async function networkColumns(
  { gateway, caller }: { gateway: Call['gateway']; caller: Caller },
  body: Body,
) {
  await resolveReferences(user, { ...body }, { gateway, caller });
  const { name, username, organization, profile, external_id, klass, expiration } = body;
  const changed = {
    username,
    organization,
    profile,
    external_id,
    klass,
    is_active: flag(body.is_active),
  };
  const secrets =
    body.password === undefined
      ? {}
      : await createPasswordColumns(gateway.vault, {
          password: new Secret(body.password),
          isReversible: false,
          client: passwordClientOf(caller),
        });
  return {
    token: defined({ name, time: body.time }),
    holder: {
      ...defined({ ...changed, expiration: optionalMilliseconds(expiration) }),
      ...secrets,
    },
  };
}

/** @throws Fault `invalid` for fields of the other kind */
function refuseFieldsOfOtherKind(kind: Kind, body: Body): void {
  const others = Object.keys(kind === 'api' ? ofNetwork : ofApi).filter((field) => field in body);
  if (others.length === 0) return;
  const fields = Object.fromEntries(
    others.map((field) => [field, [`Not for a token of kind "${kind}".`]]),
  );
  throw new Fault('invalid', `fields of another kind: ${others.join(', ')}`, { fields });
}

function refuseChangedIdentity(
  found: { readonly kind: string; readonly user: number; readonly username: string },
  body: Body,
): void {
  if (body.kind !== undefined && body.kind !== found.kind)
    throw Fault.field('kind', 'The kind of a token cannot be changed.');
  if (found.kind === 'network') return;
  if (body.user !== undefined && body.user !== found.user)
    throw Fault.field('user', 'The user of a token cannot be changed.');
  if (body.username !== undefined && body.username !== found.username)
    throw Fault.field('username', 'The user of a token cannot be changed.');
}

function millisecondsOf(given: string | null | undefined): number | null {
  return typeof given === 'string' ? parseTime(given) : null;
}

function optionalMilliseconds(given: string | null | undefined): number | null | undefined {
  return given === undefined ? undefined : millisecondsOf(given);
}

function flag(isSet: boolean | undefined): 0 | 1 | undefined {
  return isSet === undefined ? undefined : isSet ? 1 : 0;
}

function defined(columns: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
