import { Type } from 'typebox';
import { consoleRoles, roles, type Caller } from '../../../contract/caller.ts';
import { Fault } from '../../../contract/errors.ts';
import { dateTime, id, languageCode, nullable, text } from '../../../contract/fields.ts';
import { Secret } from '../../../contract/secret.ts';
import type { AnonymousCall } from '../../../gateway/endpoint.ts';
import { nobody } from '../../../http/authentication.ts';
import { endpoint, type Endpoint } from '../../../http/endpoint.ts';
import { packageVersion } from '../../../runtime/package-root.ts';
import { isFirstRun } from '../../account/session/first-run.ts';
import { findConsoleUser, signIn } from '../../account/session/sign-in.ts';
import { endSession, listSessions } from '../../account/session/user-session.ts';
import { password, username } from '../../account/user.ts';
import { asksForCode } from '../../account/totp/second-factor.ts';
import { auditRefusal } from './refused-sign-in.ts';
import { totp } from './user-totp.ts';
import {
  describeCaller,
  findOwnSession,
  refuseTransport,
  showSession,
  transports,
} from './own-session.ts';

const credentials = Type.Object(
  { username: username(), password: password(), totp: Type.Optional(totp()) },
  { additionalProperties: false },
);

const times = {
  created: dateTime(),
  last_used: dateTime(),
  expiration: dateTime({ description: 'end at the latest' }),
  idle_expiration: dateTime({ description: 'end unless there is a request before' }),
};

const origin = {
  remote_address: nullable(text()),
  user_agent: nullable(text({ description: 'the browser, as it describes itself' })),
};

const listed = Type.Object({
  id: id(),
  ...times,
  ...origin,
  current: Type.Boolean({ description: 'true: the session of this request' }),
});

const own = Type.Object({
  id: id(),
  ...times,
  ...origin,
  user: Type.Integer({ description: 'id of the user' }),
  username: username(),
  role: Type.Enum([...roles]),
  organization: Type.Integer({ description: 'id of the organization of the user' }),
  organization_name: text(),
  organizations: Type.Array(Type.Integer(), {
    description: 'ids of the organizations that the user may see',
  }),
  time_zone: text({ description: 'time zone of the organization, an IANA name' }),
  language: languageCode({ description: 'language of the user, else of the organization' }),
  transport: transports,
  must_enrol: Type.Boolean({
    description:
      'true: the role needs a second factor; until there is one, only `user_totp` serves',
  }),
});

const signInState = Type.Object({
  is_first_run: Type.Boolean({
    description:
      'true: no administrator has a password. The token in `admin-token` of the data directory may set one',
  }),
  may_sign_in: Type.Boolean({ description: 'false: `detail` says why' }),
  detail: nullable(text()),
  transport: transports,
  version: text({ description: 'version of the gateway' }),
});

const common = { isExtension: true, roles: consoleRoles };

/** Sessions of the users of the console: a cookie in the place of a bearer token. */
export const sessionEndpoints: readonly Endpoint[] = [
  endpoint({
    ...common,
    method: 'POST',
    path: '/session/',
    summary:
      'Sign in: the reply sets the cookie of a session. A user with a second factor gets an error of `totp` without its code',
    body: credentials,
    reply: own,
    isRateLimited: true,
    identify: startSession,
    handle: (call) => describeCaller(call),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: '/session/',
    summary: 'List the own sessions',
    reply: Type.Object({
      count: Type.Integer(),
      results: Type.Array(listed),
    }),
    handle: async ({ gateway, caller }) => {
      const rules = gateway.config.console;
      const sessions = await listSessions(gateway, rules, caller.user);
      const results = sessions.map((session) => ({
        ...showSession(session, rules),
        current: session.id === caller.session,
      }));
      return { count: results.length, results };
    },
  }),
  endpoint({
    ...common,
    isEnrolment: true,
    method: 'DELETE',
    path: '/session/',
    summary: 'Sign out: end the session of this request',
    reply: Type.Null(),
    status: 204,
    handle: async ({ gateway, caller, browser }) => {
      const { id } = await findOwnSession({ gateway, caller });
      await endSession(gateway.store, { id, user: caller.user });
      browser().forgetSession();
      return null;
    },
  }),
  endpoint({
    ...common,
    isEnrolment: true,
    method: 'GET',
    path: '/session/current/',
    summary: 'Get the session of this request and its user',
    reply: own,
    handle: (call) => describeCaller(call),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: '/session/sign_in/',
    summary: 'Find out whether one can sign in here',
    reply: signInState,
    roles,
    identify: () => nobody,
    handle: async ({ gateway, browser }) => {
      const detail = refuseTransport(gateway.config, browser());
      return {
        is_first_run: await isFirstRun(gateway.store),
        may_sign_in: detail === null,
        detail,
        transport: browser().transport,
        version: packageVersion,
      };
    },
  }),
  endpoint({
    ...common,
    method: 'DELETE',
    path: '/session/id/{id}/',
    summary: 'End an own session',
    params: Type.Object({ id: id() }),
    reply: Type.Null(),
    status: 204,
    handle: async ({ gateway, caller, params, browser }) => {
      await endSession(gateway.store, { id: params.id, user: caller.user });
      if (params.id === caller.session) browser().forgetSession();
      return null;
    },
  }),
];

type SignInCall = AnonymousCall<typeof noQuery, typeof credentials>;
const noQuery = Type.Object({}, { additionalProperties: false });

/** @throws Fault `forbidden` by a transport without sessions; as `signIn` */
async function startSession(call: SignInCall): Promise<Caller> {
  const { gateway, body, remoteAddress } = call;
  const browser = call.browser();
  const refusal = refuseTransport(gateway.config, browser);
  if (refusal !== null) throw new Fault('forbidden', refusal);
  const user = await findConsoleUser(gateway.store, body.username);
  try {
    const token = await signIn(gateway, user, {
      username: body.username,
      password: new Secret(body.password),
      totp: body.totp,
      remoteAddress: remoteAddress(),
      userAgent: browser.agent,
    });
    browser.keepSession(token);
    return await gateway.authenticateToken(token, {
      isSession: true,
      isUse: false,
      isEnrolment: true,
    });
  } catch (error) {
    if (!asksForCode(error)) auditRefusal(call, { user, error });
    throw error;
  }
}
