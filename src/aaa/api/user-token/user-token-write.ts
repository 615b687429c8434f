import { checkFrontDeskProfile } from '../../account/front-desk-profiles.ts';
import { createPasswordColumns } from '../../account/password-columns.ts';
import { userToken as of } from '../../account/user-token.ts';
import {
  addApiToken,
  changeUserToken as writeChange,
  readTokenState,
} from '../../account/user-token-store.ts';
import { findUserById, findUserByName } from '../../account/user-lookup.ts';
import { Fault } from '../../../contract/errors.ts';
import { createTokenText, hashToken } from '../../account/api-token.ts';
import { tenantOf, type Caller } from '../../../contract/caller.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import type { Call } from '../../../http/endpoint.ts';
import { checkIfMatch, lostPrecondition } from '../../../http/precondition.ts';
import { retrieveResource } from '../../../http/resource-access.ts';
import { logUserChange } from '../../portal-log/user-log.ts';
import { Secret } from '../../../contract/secret.ts';
import {
  generation,
  ofApi,
  ofNetwork,
  resolveVoucherReferences,
  type NewTokenBody,
  type TokenBody,
} from './token-body.ts';
import { alwaysValid, readValidity } from './validity.ts';
import { createVouchers } from './voucher.ts';

type Body = TokenBody;
type Kind = 'api' | 'network';

/** @throws Fault `invalid` naming the field */
export async function createUserToken(
  call: Pick<Call, 'gateway' | 'caller'> & { readonly body: NewTokenBody },
) {
  const kind = call.body.kind ?? usualKind(call.body);
  if (kind === 'api' && call.caller.role === 'front_desk')
    throw Fault.field('kind', `"${kind}" - the front desk makes network tokens only.`);
  refuseFieldsOfOtherKind(kind, call.body);
  return kind === 'api' ? createApiToken(call) : createVouchers(call);
}

/** Returns the kind of a body without one: only a network token has a credit. */
function usualKind({ time, octets }: NewTokenBody): Kind {
  return time === undefined && octets === undefined ? 'api' : 'network';
}

type Creation = Parameters<typeof createUserToken>[0];

async function createApiToken({ gateway, caller, body }: Creation) {
  const token = createTokenText();
  const id = await addApiToken(
    gateway.store,
    {
      user: await findTokenUser({ gateway, caller, body }),
      name: body.name ?? '',
      expiration: (await validityOf({ gateway, caller, body })).expiration,
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
  refuseUnmetered(found, given);
  const body = verb === 'replace' ? { ...defaultsOf(found.kind), ...given } : given;
  if (body.profile !== undefined) {
    const { profile } = body;
    await checkFrontDeskProfile(gateway.store, caller, { profile, former: found.profile });
  }
  const organization = body.organization ?? found.organization;
  const site = { location: body.location ?? found.location, organization };
  const validity = statedColumns(
    body,
    await readValidity(gateway.store, { site, before: found }, body),
  );
  const columns =
    found.kind === 'api'
      ? apiColumns(body, validity)
      : await networkColumns(call, withoutSameName(found, body), validity);
  const { id, user } = found;
  const logged = found.kind === 'api' ? [] : logVoucherChange(gateway, found, columns.holder);
  const change = { id, user, ...columns, unchangedFrom, logged };
  await writeChange(gateway.store, change, gateway.now()).catch(lostPrecondition(ifMatch));
  return retrieveResource({ resource: of, gateway, caller }, ['id', found.id]);
}

/** Returns the statements that log the change of a voucher as a change of its user. */
function logVoucherChange(
  gateway: Gateway,
  { user: id, organization, username, is_active }: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
) {
  return logUserChange(
    gateway,
    { id, organization, username, is_active, role: 'subscriber' },
    change,
  );
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

/** @throws Fault `invalid` if neither time nor octets would limit a voucher */
function refuseUnmetered(
  {
    kind,
    ...found
  }: { readonly kind: Kind; readonly time: number | null; readonly octets: number | null },
  { time = found.time, octets = found.octets }: Body,
): void {
  if (kind === 'network' && time === null && octets === null)
    throw Fault.field('time', 'This field may not be null, unless `octets` limits the token.');
}

function defaultsOf(kind: Kind): Body {
  const both = { name: '', expiration: null, is_active: true };
  return kind === 'api' ? { ...both, read_only: false } : { ...both, ...ofVouchers };
}

/** Defaults of the fields that vouchers alone have. */
const ofVouchers: Body = {
  profile: null,
  external_id: null,
  klass: null,
  location: null,
  valid_from: null,
  devices: null,
  price: null,
  until_checkout: false,
};

type Validity = Awaited<ReturnType<typeof readValidity>>;

function validityOf({ gateway, caller, body }: Creation): Promise<Validity> {
  const site = { location: null, organization: caller.organization };
  return readValidity(gateway.store, { site, before: alwaysValid }, body);
}

/** Returns the columns of the validity that a body changes. */
function statedColumns(body: Body, { expiration, validFrom, untilCheckout }: Validity) {
  return {
    expiration: body.expiration === undefined ? undefined : expiration,
    valid_from: body.valid_from === undefined ? undefined : validFrom,
    until_checkout: body.until_checkout === undefined ? undefined : flag(untilCheckout),
  };
}
type ValidityColumns = ReturnType<typeof statedColumns>;

function apiColumns(body: Body, { expiration }: ValidityColumns) {
  const { name, is_active, read_only } = body;
  const token = defined({
    name,
    is_active: flag(is_active),
    read_only: flag(read_only),
    expiration,
  });
  return { token, holder: {} };
}

async function networkColumns(
  { gateway, caller }: { gateway: Call['gateway']; caller: Caller },
  body: Body,
  { expiration, ...validity }: ValidityColumns,
) {
  await resolveVoucherReferences({ gateway, caller }, body);
  const { name, username, organization, profile, external_id, klass } = body;
  const { time, octets, burn, location, devices, price } = body;
  const terms = { name, time, octets, burn, location, devices, price };
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
          client: tenantOf(caller),
        });
  return {
    token: defined({ ...terms, ...validity, ...keyOf(username) }),
    holder: {
      ...defined({ ...changed, expiration }),
      ...secrets,
    },
  };
}

/** A code that was generated stays one if a body repeats it. */
function withoutSameName(found: { readonly username: string }, body: Body): Body {
  const { username, ...others } = body;
  return username === found.username ? others : body;
}

/** A code that a caller chooses is looked up as it is. */
function keyOf(username: string | undefined) {
  return username === undefined ? {} : { code_key: null };
}

/** @throws Fault `invalid` for fields of the other kind */
function refuseFieldsOfOtherKind(kind: Kind, body: Body): void {
  const others = Object.keys(kind === 'api' ? { ...ofNetwork, ...generation } : ofApi).filter(
    (field) => field in body,
  );
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

function flag(isSet: boolean | undefined): 0 | 1 | undefined {
  return isSet === undefined ? undefined : isSet ? 1 : 0;
}

function defined(columns: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
