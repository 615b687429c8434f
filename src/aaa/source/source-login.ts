import { asFault } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';
import { tenantOf } from '../../contract/caller.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { insertRegistration } from '../portal-log/portal-log.ts';
import {
  findKeptPassword,
  findProfileIds,
  findSourceUser,
  keepPassword,
  maySpeakFor,
  saveSourceUser,
  type SourcePerson,
} from '../account/source-user.ts';
import { hashPassword } from '../password/password-queue.ts';
import type { LoginSource } from '../policy/credential.ts';
import { admitAttempt } from '../policy/credential-check.ts';
import { findSubscriberById, type Subscriber } from '../policy/subscriber.ts';
import type { Directory, Person } from './directory.ts';
import { profilesOfGroups } from './group-name.ts';
import type { StoredSource } from './source-store.ts';

/** A login by a password that a directory may verify. */
export interface SourceLogin {
  /** The organization whose directories are asked. */
  readonly organization: number;
  /** The local name. */
  readonly username: string;
  /** The user of that name; null: there is none. */
  readonly user: Subscriber | null;
  readonly password: Secret;
  /** The device, as its NAS spells it; null: not known. */
  readonly station: string | null;
  readonly source: LoginSource;
}

/** What a directory says about a login. `method` and `reason` are for the decision log. */
export type SourceAnswer =
  | { readonly kind: 'accepted'; readonly user: Subscriber; readonly method: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'silent'; readonly reason: string };

/** A person that a directory has, why it refuses the name, or that it does not answer. */
export type FoundPerson = { readonly directory: Directory } & (
  { readonly person: Person } | { readonly refusal: string } | { readonly silence: string }
);

/**
 * Finds the person of a login in the directories of the organization, for a user that `isOfSource`.
 *
 * @returns null: no directory speaks for the name
 * @throws Fault `overloaded`; `unavailable` if the store cannot be read
 */
export async function findPerson(
  { userSources }: Pick<Gateway, 'userSources'>,
  { organization, username, user }: Pick<SourceLogin, 'organization' | 'username' | 'user'>,
): Promise<FoundPerson | null> {
  const own = user?.source ?? null;
  const all = await userSources.of(organization);
  const asked = own === null ? all : all.filter(({ source }) => source.id === own);
  return (await askInTurn(asked, username)) ?? (own === null ? null : refuseAbsent(asked));
}

/** Returns what the first directory says that knows the name, else that one does not answer. */
async function askInTurn(
  directories: readonly Directory[],
  username: string,
): Promise<FoundPerson | null> {
  let silent: FoundPerson | null = null;
  for (const directory of directories) {
    const found = await ask(directory, username);
    if (found && !('silence' in found)) return found;
    silent ??= found;
  }
  return silent;
}

function refuseAbsent([directory]: readonly Directory[]): FoundPerson | null {
  if (!directory) return null;
  return { directory, refusal: `directory ${directory.source.name}: no such person` };
}

/** @returns null: the directory has no such person */
async function ask(directory: Directory, username: string): Promise<FoundPerson | null> {
  try {
    const person = await directory.find(username);
    return person && { directory, person };
  } catch (error) {
    const fault = asFault(error);
    if (fault?.kind === 'conflict') return { directory, refusal: fault.message };
    if (fault?.kind !== 'unavailable') throw error;
    return { directory, silence: fault.message };
  }
}

/**
 * Has the directory of a person verify a login. A person whom it accepts is a user of the organization, with the profiles of its
 * groups. While no server answers, the last password that it took counts for `cache_hours`.
 *
 * @throws Fault `throttled` after too many wrong passwords; `overloaded`; `unavailable` if the store cannot be read
 */
export async function authenticatePerson(
  gateway: Gateway,
  login: SourceLogin,
  found: FoundPerson,
): Promise<SourceAnswer> {
  const { directory } = found;
  if ('refusal' in found) return refused(found.refusal);
  if ('silence' in found) return answerFromMemory(gateway, login, found);
  const { person } = found;
  const attempt = admitAttempt(gateway.logins, login);
  try {
    const wrong = await directory.verify(person.dn, login.password);
    if (wrong !== null) return refused(`directory ${directory.source.name}: ${wrong}`);
  } catch (error) {
    attempt.withdraw();
    const fault = asFault(error);
    if (fault?.kind !== 'unavailable') throw error;
    return answerFromMemory(gateway, login, { directory, silence: fault.message });
  }
  attempt.accept();
  const user = await saveUser(gateway, directory, person);
  if (typeof user === 'string') return refused(user);
  remember(gateway, user, login);
  return { kind: 'accepted', user, method: 'LDAP' };
}

function refused(reason: string): SourceAnswer {
  return { kind: 'refused', reason };
}

/** @returns a text: why the person cannot be a user */
async function saveUser(
  gateway: Gateway,
  { source }: Directory,
  person: Person,
): Promise<Subscriber | string> {
  const granted = await readGrant(gateway, source, person);
  const label = `directory ${source.name}`;
  if (granted === 'no_group') return `${label}: the person is in none of the groups`;
  const { username, firstName, lastName, email } = person;
  const { id, organization } = source;
  const names = { username, first_name: firstName, last_name: lastName, email };
  const wanted = { source: id, organization, ...names, ...(granted && { granted }) };
  const user = await writeUser(gateway, wanted);
  return user ?? `${label}: another user of the gateway has the name ${username}`;
}

/** @returns null: the name is that of another user */
async function writeUser(
  { store, now }: Gateway,
  person: SourcePerson,
): Promise<Subscriber | null> {
  const { username } = person;
  const known = await findSourceUser(store, username);
  if (known && !maySpeakFor(person, known)) return null;
  const at = now();
  const statements = [
    ...saveSourceUser(store, person, { user: known, at }),
    ...(known ? [] : [insertRegistration(store, username, at)]),
  ];
  // A conflict: another login of the person has written it at the same moment.
  if (statements.length > 0) await store.write(statements).catch(unlessConflict);
  const saved = known ?? (await findSourceUser(store, username));
  return saved && maySpeakFor(person, saved) ? findSubscriberById(store, saved.id) : null;
}

function unlessConflict(error: unknown): void {
  if (asFault(error)?.kind !== 'conflict') throw error;
}

/** Returns the profiles of a person; null: the user keeps its own. */
async function readGrant(
  { store, log }: Gateway,
  source: StoredSource,
  person: Person,
): Promise<SourcePerson['granted'] | null | 'no_group'> {
  const { organization, groups, requiresGroup, name } = source;
  const names = profilesOfGroups(groups, person);
  if (requiresGroup && names.length === 0) return 'no_group';
  const ids = await findProfileIds(store, { organization, names });
  const missing = names.filter((profile) => !ids.has(profile));
  if (missing.length > 0) log.warn({ source: name, missing }, 'profiles of groups do not exist');
  const [profile = source.profile, ...profiles] = names.flatMap((given) => ids.get(given) ?? []);
  return profile === null ? null : { profile, profiles };
}

/** The password that is kept is noted to be right once an hour; only another one is hashed. */
const keptAnewMs = 3_600_000;

/** Keeps the password for an outage, off the path of the login. Errors are ignored: the next login tries again. */
function remember(gateway: Gateway, { id }: Subscriber, { password, source }: SourceLogin): void {
  const { store, now } = gateway;
  const { client, organization } = source;
  const keep = async () => {
    const kept = await findKeptPassword(store, id);
    const isKept = kept !== null && (await isKeptPassword(gateway, kept, { password, source }));
    if (isKept && now().getTime() - kept.checked < keptAnewMs) return;
    const by = { client, tenant: tenantOf({ organization }) };
    const stored = isKept ? kept.password : await hashPassword(password, by);
    await store.write([keepPassword(store, id, { password: stored, checked: now().getTime() })]);
  };
  void keep().catch(() => undefined);
}

function isKeptPassword(
  { logins }: Gateway,
  { password: stored }: { readonly password: string },
  { password, source }: Pick<SourceLogin, 'password' | 'source'>,
): Promise<boolean> {
  const { client, organization } = source;
  const owner = { password: stored, reversiblePassword: null };
  return logins.verifiedPasswords.verify(owner, { password, client, organization });
}

/** Answers for a directory that is silent. */
async function answerFromMemory(
  gateway: Gateway,
  login: SourceLogin,
  { directory, silence: reason }: { readonly directory: Directory; readonly silence: string },
): Promise<SourceAnswer> {
  const { user } = login;
  const { store, now } = gateway;
  const kept = user?.source == null ? null : await findKeptPassword(store, user.id);
  if (!user || !kept || now().getTime() - kept.checked >= directory.source.cacheMs)
    return { kind: 'silent', reason };
  const attempt = admitAttempt(gateway.logins, login);
  if (!(await isKeptPassword(gateway, kept, login)))
    return refused(`${reason}; not the last right password`);
  attempt.accept();
  return { kind: 'accepted', user, method: 'LDAP (kept password)' };
}
