import { Type, type Static, type TObject } from 'typebox';
import { appDevice, appDeviceFields, identifierFields } from '../aaa/app-device.ts';
import { changeDevice, findDevice, register, type AppDevice } from '../aaa/app-devices.ts';
import { findSubscriber, isSubscriber, loginFromApp, visibleUser } from '../aaa/app-user.ts';
import { passwordColumns } from '../aaa/password.ts';
import { password, user, username } from '../aaa/user.ts';
import { Fault } from '../errors.ts';
import { maybe, text, time } from '../fields.ts';
import { endpoint, type Call, type Endpoint } from '../http/endpoint.ts';
import { change, retrieve } from '../http/resource-rows.ts';
import { shownSchema } from '../http/resource-schema.ts';
import { Secret } from '../secret.ts';
import { tryPassword } from './password-tries.ts';
import { appRow, identifiersOf, requireIdentifier } from './device-app.ts';

const closed = { additionalProperties: false };
const badCredentials = 'Unable to log in with provided credentials.';
const given = { username: Type.Optional(username()), password: Type.Optional(password()) };

const registration = Type.Object({ ...Type.Partial(Type.Object(appDeviceFields)).properties, ...given }, closed);
const login = Type.Object(
  { username: username(), password: password(), device_id: Type.Optional(text({ maxLength: 255 })) },
  closed,
);

const { external_id, klass } = appDeviceFields;
const { number, imei, imsi, iccid } = identifierFields;
const update = Type.Object(
  { ...Type.Partial(Type.Object({ number, imei, imsi, iccid, external_id, klass })).properties, ...given },
  closed,
);

const shownUser = Type.Object({
  id: Type.Integer(),
  username: username(),
  organization: Type.Integer(),
  klass: maybe(text()),
  external_id: maybe(text()),
  expiration: maybe(time()),
});
const shownDevice: TObject = shownSchema(appDevice);

/** What an app does with its device and with the user who holds it. */
export const appUserRows: readonly Endpoint[] = [
  endpoint({
    ...appRow('device_app_register', 'Register an app on a device'),
    throttled: true,
    body: registration,
    reply: shownDevice,
    async handle(call) {
      const { username, password, ...fields } = call.body;
      requireIdentifier(fields);
      const user = await linkedUser(call, { username, password });
      return register(call.gateway, call.caller.organization, { ...fields, ...(user !== null && { user }) });
    },
  }),
  endpoint({
    ...appRow('device_app_user_authenticate', "Check a user's name and password"),
    throttled: true,
    body: login,
    reply: Type.Object({ authenticated: Type.Literal(true), user: shownUser }),
    async handle({ gateway, caller, body }) {
      const id = await checkedUser({ gateway, caller, body });
      if (id === null) throw Fault.field('non_field_errors', badCredentials);
      return { authenticated: true as const, user: brief(await retrieve({ of: user, gateway, caller }, ['id', id])) };
    },
  }),
  endpoint({
    ...appRow('device_app_user_update', 'Change what is known of a device and of its user'),
    body: update,
    reply: Type.Object({ user: maybe(shownUser), device: maybe(shownDevice) }),
    handle: updateUser,
  }),
];

type Request<B> = Pick<Call, 'gateway' | 'caller'> & { readonly body: B };

/** The user that a registration names, where there is one. @throws Fault `invalid` where the password is not that user's */
async function linkedUser(
  { gateway, caller }: Request<unknown>,
  { username, password }: { readonly username?: string | undefined; readonly password?: string | undefined },
): Promise<number | null> {
  if (username === undefined) return null;
  if (!(await visibleUser(gateway, caller, username))) return null;
  if (password === undefined) throw Fault.field('password', 'This field is required with the username of a user.');
  const id = await checkedUser({ gateway, caller, body: { username, password } });
  if (id === null) throw Fault.field('non_field_errors', badCredentials);
  return id;
}

/** @returns id of the user whose name and password these are, or null; @throws Fault `throttled` after many that were wrong */
function checkedUser({ gateway, caller, body: { username, password } }: Request<Static<typeof login>>): Promise<number | null> {
  const check = () => loginFromApp(gateway, caller, { username, password: new Secret(password) });
  return tryPassword({ gateway, caller, name: username }, check, (id) => id !== null);
}

/** @throws Fault `not_found` where the body names neither a device nor a subscriber that the caller has */
async function updateUser({ gateway, caller, body }: Request<Static<typeof update>>) {
  const { username, password, ...said } = body;
  const known = await findDevice(gateway.store, caller.organization, identifiersOf(said));
  const id = known ? await holderOf({ gateway, caller }, known.user) : await findSubscriber(gateway, caller, body);
  if (id === null && (!known || username !== undefined || password !== undefined))
    throw new Fault('not_found', 'There is no such user.');
  // the user first: a name that is taken must leave the device as it was
  const changed = id === null ? null : await updateSubscriber({ gateway, caller, body }, id);
  const device: AppDevice | null = known ? await changeDevice(gateway, known, said) : null;
  return { user: changed, device };
}

async function holderOf({ gateway, caller }: Pick<Call, 'gateway' | 'caller'>, user: unknown): Promise<number | null> {
  return typeof user === 'number' && (await isSubscriber(gateway, caller, user)) ? user : null;
}

async function updateSubscriber({ gateway, caller, body }: Request<Static<typeof update>>, id: number) {
  const { username, password, external_id, klass } = body;
  const fields = Object.entries({ username, external_id, klass }).filter(([, value]) => value !== undefined);
  const secrets =
    password === undefined ? {} : await passwordColumns(gateway.vault, { password: new Secret(password), isReversible: false });
  const access = { of: user, gateway, caller };
  await change(access, ['id', id], { ...Object.fromEntries(fields), ...secrets });
  return brief(await retrieve(access, ['id', id]));
}

function brief({ id, username, organization, klass, external_id, expiration }: Static<typeof shownUser>) {
  return { id, username, organization, klass, external_id, expiration };
}
