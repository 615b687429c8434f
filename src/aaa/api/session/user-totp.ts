import { Type } from 'typebox';
import { consoleRoles, readers, writers } from '../../../contract/caller.ts';
import { Fault } from '../../../contract/errors.ts';
import { dateTime, formatTime, id, nullable, text } from '../../../contract/fields.ts';
import { Secret } from '../../../contract/secret.ts';
import { endpoint, type Call, type Endpoint } from '../../../http/endpoint.ts';
import { describeUserOfSession } from '../../account/session/session-user.ts';
import { verifyOwnPassword } from '../../account/session/sign-in.ts';
import { checkCode } from '../../account/totp/second-factor.ts';
import { totpUri } from '../../account/totp/totp.ts';
import {
  beginTotp,
  confirmTotp,
  readTotpState,
  removeTotp,
  renewRecoveryCodes,
  resetTotp,
} from '../../account/totp/totp-store.ts';
import { findUserById } from '../../account/user-lookup.ts';
import { password } from '../../account/user.ts';

/** A code in request bodies. */
export const totp = () =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    writeOnly: true,
    description: 'six digits of the authenticator app, or a recovery code',
  });

const code = Type.Object({ totp: totp() }, { additionalProperties: false });

const state = Type.Object({
  is_enabled: Type.Boolean({ description: 'true: a sign-in asks for a code' }),
  is_required: Type.Boolean({ description: 'true: the role needs it (`console.require_totp`)' }),
  confirmed: nullable(dateTime({ description: 'when its first code was entered' })),
  recovery_codes: Type.Integer({ description: 'recovery codes that have not been used' }),
});

const recoveryCodes = Type.Object({
  recovery_codes: Type.Array(text(), {
    description: 'each replaces a code once; they are shown only here',
  }),
});

const user = Type.Object({ id: id() });

const common = { isExtension: true, roles: consoleRoles };

/** The second factor of users at the console: codes by time (RFC 6238), and recovery codes. */
export const userTotpEndpoints: readonly Endpoint[] = [
  endpoint({
    ...common,
    isEnrolment: true,
    method: 'GET',
    path: '/user_totp/',
    summary: 'Get the state of the own second factor',
    reply: state,
    handle: ({ gateway, caller }) => describeState(gateway, caller.user, caller.role),
  }),
  endpoint({
    ...common,
    isEnrolment: true,
    method: 'POST',
    path: '/user_totp/',
    summary: 'Begin the enrolment of an own second factor: the reply has the secret, once',
    body: Type.Object({ password: password() }, { additionalProperties: false }),
    reply: Type.Object({
      secret: text({ description: 'base32, to be typed into an authenticator app' }),
      uri: text({ description: '`otpauth://…`, for a QR code' }),
    }),
    isRateLimited: true,
    handle: begin,
  }),
  endpoint({
    ...common,
    isEnrolment: true,
    method: 'POST',
    path: '/user_totp/confirm/',
    summary: 'End the enrolment with the first code; other sessions of the user end',
    body: code,
    reply: recoveryCodes,
    isRateLimited: true,
    handle: async ({ gateway, caller: { user: id, session }, body }) => ({
      recovery_codes: [...(await confirmTotp(gateway, { user: id, code: body.totp, session }))],
    }),
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: '/user_totp/recovery_codes/',
    summary: 'Replace the own recovery codes',
    body: code,
    reply: recoveryCodes,
    isRateLimited: true,
    handle: async (call) => {
      await checkOwnCode(call);
      const { gateway, caller } = call;
      return { recovery_codes: [...(await renewRecoveryCodes(gateway.store, caller.user))] };
    },
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: '/user_totp/remove/',
    summary: 'Remove the own second factor',
    body: code,
    reply: state,
    status: 200,
    isRateLimited: true,
    handle: async (call) => {
      await checkOwnCode(call);
      const { gateway, caller } = call;
      await gateway.store.write(removeTotp(gateway.store, caller.user));
      return describeState(gateway, caller.user, caller.role);
    },
  }),
  endpoint({
    method: 'GET',
    isExtension: true,
    roles: readers,
    path: '/user_totp/user/{id}/',
    summary: 'Get the state of the second factor of a user',
    params: user,
    reply: state,
    handle: async ({ gateway, caller, params }) => {
      const found = await findUserOf({ gateway, caller }, params.id);
      return describeState(gateway, found.id, found.role);
    },
  }),
  endpoint({
    method: 'DELETE',
    isExtension: true,
    roles: writers,
    path: '/user_totp/user/{id}/',
    summary: 'Remove the second factor of a user who has lost it, and end its sessions',
    params: user,
    reply: Type.Null(),
    status: 204,
    handle: async ({ gateway, caller, params }) => {
      const { id: found } = await findUserOf({ gateway, caller }, params.id);
      if (found === caller.user && caller.session !== undefined)
        throw new Fault('forbidden', 'Your own second factor is removed with a code of it.');
      await gateway.store.write(resetTotp(gateway.store, found));
      return null;
    },
  }),
];

async function describeState({ store, config }: Call['gateway'], of: number, role: string) {
  const { confirmed, recoveryCodes: left } = await readTotpState(store, of);
  return {
    is_enabled: confirmed !== null,
    is_required: config.console.require_totp.some((required) => required === role),
    confirmed: confirmed === null ? null : formatTime(confirmed),
    recovery_codes: left,
  };
}

type Own<B> = Pick<Call, 'gateway' | 'caller' | 'remoteAddress'> & { readonly body: B };

async function begin({ gateway, caller, remoteAddress, body }: Own<{ readonly password: string }>) {
  await verifyOwnPassword(gateway, caller.user, {
    password: new Secret(body.password),
    remoteAddress: remoteAddress(),
  });
  const secret = await beginTotp(gateway, caller.user);
  const { organization_name } = await describeUserOfSession(gateway.store, caller);
  const issuer = `Gatehouse ${organization_name}`.trim();
  return { secret: secret.reveal(), uri: totpUri(secret, { issuer, username: caller.username }) };
}

function checkOwnCode({ gateway, caller, remoteAddress, body }: Own<{ readonly totp: string }>) {
  const given = { user: caller.user, code: body.totp, remoteAddress: remoteAddress() };
  return checkCode(gateway, given);
}

/** @throws Fault `not_found` there is no such user in the organizations of the caller */
async function findUserOf({ gateway, caller }: Pick<Call, 'gateway' | 'caller'>, of: number) {
  const found = await findUserById(gateway.store, of);
  if (!found || !caller.organizations.includes(found.organization))
    throw new Fault('not_found', 'Not found.');
  return found;
}
