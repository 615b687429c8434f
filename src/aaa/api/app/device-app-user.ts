import { Type, type Static, type TObject } from 'typebox';
import { appDevice, appDeviceFields, deviceIdentifierFields } from '../../app/app-device.ts';
import {
  changeAppDevice,
  findAppDevice,
  matchedIdentifier,
  registerAppDevice,
  type AppDevice,
  type AppDeviceInput,
} from '../../app/app-device-registry.ts';
import {
  findSubscriberId,
  isVisibleSubscriber,
  authenticateAppUser,
  findVisibleUser,
} from '../../app/app-user.ts';
import { toPasswordColumns } from '../user/user-password.ts';
import { personOf } from '../../password/password-attempts.ts';
import { password, user, username } from '../../account/user.ts';
import { Fault } from '../../../contract/errors.ts';
import { nullable, text, dateTime } from '../../../contract/fields.ts';
import { endpoint, type Call, type Endpoint } from '../../../http/endpoint.ts';
import {
  findResourceRow,
  updateResource,
  retrieveResource,
} from '../../../http/resource-access.ts';
import { readableSchema } from '../../../http/resource-schema.ts';
import { Secret } from '../../../contract/secret.ts';
import { logUserChange } from '../../portal-log/user-log.ts';
import { limitPasswordAttempts } from '../password-rate-limit.ts';
import {
  appEndpointDefaults,
  pickDeviceIdentifiers,
  requireDeviceIdentifier,
} from './app-request.ts';

const closed = { additionalProperties: false };
const badCredentials = 'Unable to log in with provided credentials.';
const credentialFields = {
  username: Type.Optional(username()),
  password: Type.Optional(password()),
};

const registration = Type.Object(
  { ...Type.Partial(Type.Object(appDeviceFields)).properties, ...credentialFields },
  closed,
);
const login = Type.Object(
  {
    username: username(),
    password: password(),
    device_id: Type.Optional(text({ maxLength: 255, 'x-extension': true })),
  },
  closed,
);

const { external_id, klass } = appDeviceFields;
const { number, imei, imsi, iccid } = deviceIdentifierFields;
const update = Type.Object(
  {
    ...Type.Partial(Type.Object({ number, imei, imsi, iccid, external_id, klass })).properties,
    ...credentialFields,
  },
  {
    ...closed,
    description: '`password` only with the imei, imsi or iccid of a registered device of the user',
  },
);

const shownUser = Type.Object({
  id: Type.Integer(),
  username: username(),
  organization: Type.Integer(),
  klass: nullable(text()),
  external_id: nullable(text()),
  expiration: nullable(dateTime()),
});
const shownDevice: TObject = readableSchema(appDevice);

/** Endpoints for an app to register its device, authenticate a user and change both. */
export const appUserEndpoints: readonly Endpoint[] = [
  endpoint({
    ...appEndpointDefaults('device_app_register', 'Register an app on a device'),
    isRateLimited: true,
    body: registration,
    reply: shownDevice,
    async handle(call) {
      const { username, password, ...fields } = call.body;
      requireDeviceIdentifier(fields);
      const user = await linkedUser(call, { username, password });
      return registerAppDevice(call.gateway, call.caller.organization, {
        ...fields,
        ...(user !== null && { user }),
      });
    },
  }),
  endpoint({
    ...appEndpointDefaults('device_app_user_authenticate', "Check a user's name and password"),
    isRateLimited: true,
    body: login,
    reply: Type.Object({ authenticated: Type.Literal(true), user: shownUser }),
    async handle({ gateway, caller, body }) {
      const id = await authenticate({ gateway, caller, body });
      if (id === null) throw Fault.field('non_field_errors', badCredentials);
      return {
        authenticated: true as const,
        user: toShownUser(await retrieveResource({ resource: user, gateway, caller }, ['id', id])),
      };
    },
  }),
  endpoint({
    ...appEndpointDefaults('device_app_user_update', 'Change a device and its user'),
    auditedFields: ['username', 'password'],
    body: update,
    reply: Type.Object({ user: nullable(shownUser), device: nullable(shownDevice) }),
    handle: updateUser,
  }),
];

type Request<B> = Pick<Call, 'gateway' | 'caller'> & { readonly body: B };

/** Returns the id of the user that a registration names, or null. @throws Fault `invalid` if the password is wrong */
async function linkedUser(
  { gateway, caller }: Request<unknown>,
  {
    username,
    password,
  }: { readonly username?: string | undefined; readonly password?: string | undefined },
): Promise<number | null> {
  if (username === undefined) return null;
  if (!(await findVisibleUser(gateway, caller, username))) return null;
  if (password === undefined)
    throw Fault.field('password', 'This field is required with the username of a user.');
  const id = await authenticate({ gateway, caller, body: { username, password } });
  if (id === null) throw Fault.field('non_field_errors', badCredentials);
  return id;
}

/** @returns the id of the user, null if name or password are wrong; @throws Fault `throttled` after many failures */
async function authenticate({
  gateway,
  caller,
  body: { username, device_id, ...body },
}: Request<Static<typeof login>>): Promise<number | null> {
  const password = new Secret(body.password);
  const found = await findVisibleUser(gateway, caller, username);
  return limitPasswordAttempts(
    {
      gateway,
      caller,
      person: personOf(found?.id, username),
      device: device_id ?? null,
      host: null,
      password,
    },
    () => authenticateAppUser(gateway, caller, { username, password }),
    (id) => id !== null,
  );
}

/** @throws Fault `not_found` if the body names neither a device nor a visible subscriber */
async function updateUser({ gateway, caller, body }: Request<Static<typeof update>>) {
  const { username, password, ...fields } = body;
  const known = await findAppDevice(
    gateway.store,
    caller.organization,
    pickDeviceIdentifiers(fields),
  );
  if (known) refuseClassByNumber(fields, known);
  const id = known
    ? await holderOf({ gateway, caller }, known.user)
    : await findSubscriberId(gateway, caller, body);
  if (id !== null) checkPasswordChange(body, known);
  if (id === null && (!known || username !== undefined || password !== undefined))
    throw new Fault('not_found', 'There is no such user.');
  // The user first: a user name that exists already must leave the device unchanged.
  const changed = id === null ? null : await updateSubscriber({ gateway, caller, body }, id);
  const device: AppDevice | null = known ? await changeAppDevice(gateway, known, fields) : null;
  return { user: changed, device };
}

/** @throws Fault `invalid` for the service class of a device that was found by its phone number alone, which anybody can know */
function refuseClassByNumber(fields: AppDeviceInput, device: AppDeviceInput): void {
  if (fields.klass === undefined || matchedIdentifier(fields, device) !== 'number') return;
  throw Fault.field(
    'klass',
    'Cannot be set by phone number alone: name the device by imei, imsi or iccid as well.',
  );
}

/**
 * @param device  the registered device that the request names; null: none
 * @throws Fault `invalid` for the password of a subscriber whose device the app does not name
 */
function checkPasswordChange(
  { password, ...fields }: Static<typeof update>,
  device: AppDeviceInput | null,
): void {
  if (password === undefined) return;
  if (device !== null && matchedIdentifier(fields, device) !== 'number') return;
  throw Fault.field(
    'password',
    "Can be set only for the user of a registered device: name the user's device by imei, imsi or iccid.",
  );
}

async function holderOf(
  { gateway, caller }: Pick<Call, 'gateway' | 'caller'>,
  user: unknown,
): Promise<number | null> {
  return typeof user === 'number' && (await isVisibleSubscriber(gateway, caller, user))
    ? user
    : null;
}

async function updateSubscriber(
  { gateway, caller, body }: Request<Static<typeof update>>,
  id: number,
) {
  const { username, password, external_id, klass } = body;
  const fields = Object.entries({ username, external_id, klass }).filter(
    ([, value]) => value !== undefined,
  );
  const { store } = gateway;
  const access = { resource: user, gateway, caller };
  const stored = await findResourceRow(access, ['id', id]);
  const organization = Number(stored['organization']);
  const secrets = await toPasswordColumns(
    { gateway, caller },
    { given: { password }, stored, organization },
  );
  const change = { ...Object.fromEntries(fields), ...secrets };
  const logged = logUserChange(gateway, stored, change);
  const write: typeof store.write = (batch) => store.write([...batch, ...logged]);
  await updateResource({ ...access, write }, ['id', id], change);
  return toShownUser(await retrieveResource(access, ['id', id]));
}

function toShownUser({
  id,
  username,
  organization,
  klass,
  external_id,
  expiration,
}: Static<typeof shownUser>) {
  return { id, username, organization, klass, external_id, expiration };
}
