import tap from 'tap';
import {
  eventually,
  results,
  untilWithin,
  type GatewayProcess,
  type Json,
} from '../../gateway-process.ts';
import { startFakeNas } from '../../peers/fake-nas.ts';
import { account, secret } from '../../radius/acct/send-accounting.ts';

/* A NAS with live sessions, and functions to change and inspect them. */

export const inHex = (text: string) => Buffer.from(text).toString('hex');
export const limit = (value: string) => [{ attribute: 'Session-Timeout', value }];

/** Time within which a change must have reached the NAS. */
const promptMs = 2_500;

/** @returns id */
export async function addProfile(
  gateway: GatewayProcess,
  name: string,
  reply_attributes: readonly Json[],
): Promise<number> {
  return Number(
    (await gateway.gate('POST', '/aaa_profile/', { name, reply_attributes })).body['id'],
  );
}

/** Creates a NAS for a gateway, and functions to open and change sessions on it. */
export async function furnish(gateway: GatewayProcess) {
  const nas = await startFakeNas(secret);
  const store = await gateway.openStore();
  tap.teardown(() => store.close());
  const made = await gateway.gate('POST', '/aaa_client/', {
    name: 'nas',
    address: '127.0.0.1',
    secret,
    coa_port: nas.port,
  });
  const client = String(made.body['id']);
  let number = 0;
  const now = () => Math.floor(Date.now() / 1000);
  const user = async (more: Json = {}) => {
    const made = await gateway.gate('POST', '/user/', {
      username: `guest ${(number += 1)}`,
      ...more,
    });
    return { id: String(made.body['id']), username: String(made.body['username']) };
  };
  const open = async (username: string, secondsAgo = 0) => {
    const session = `S-${(number += 1)}`;
    await account(gateway, { session, username, at: now() - secondsAgo });
    const [row] = results(await gateway.gate('GET', `/aaa_accounting/?acctsessionid=${session}`));
    return {
      session,
      id: String(row?.['radacctid']),
      end: () => account(gateway, { session, username, at: now(), status: 'stop' }),
    };
  };
  const changes = async (session: { readonly id: string }) =>
    results(await gateway.gate('GET', `/aaa_authorization_change/?session=${session.id}`));
  /** Waits until a session has the wanted changes and all have ended. Returns them. */
  const changed = async (
    session: { readonly id: string },
    wanted: (rows: readonly Json[]) => boolean = (rows) => rows.length > 0,
    withinMs = promptMs,
  ) => {
    const isOver = (rows: readonly Json[]) =>
      wanted(rows) && rows.every(({ completed }) => completed !== null);
    return (await untilWithin(() => changes(session), isOver, withinMs)).answer;
  };
  /** Requests for a session that the NAS has received, retransmissions left out. */
  const requestsFor = ({ session }: { readonly session: string }) =>
    new Set(
      nas.received
        .filter(({ attributes }) => attributes.get(44)?.[0] === inHex(session))
        .map(({ authenticator }) => authenticator),
    ).size;
  const capabilities = async () => {
    const { body } = await gateway.gate('GET', `/aaa_client/${client}/`);
    return { accepts_coa: body['accepts_coa'], accepts_disconnect: body['accepts_disconnect'] };
  };
  /** The versions of users and profiles, and those at which their open sessions were checked last. */
  const versions = () =>
    store.db
      .selectFrom('aaa_accounting as a')
      .innerJoin('user as u', 'u.id', 'a.user')
      .leftJoin('aaa_profile as p', 'p.id', 'u.profile')
      .select(['a.authorized_version', 'u.last_change', 'p.last_change as profile_change'])
      .select((of) =>
        of
          .selectFrom('user_profile_entry as l')
          .innerJoin('aaa_profile as f', 'f.id', 'l.profile')
          .select(({ fn }) => fn.sum<number | string>('f.last_change').as('changes'))
          .whereRef('l.user', '=', 'u.id')
          .as('further_changes'),
      )
      .where('a.acctstoptime', 'is', null)
      .execute();
  /** Waits until the open sessions have been checked and their grants are stored. */
  const settled = () =>
    eventually(versions, (rows) =>
      rows.every(
        ({ authorized_version: version, last_change, profile_change, further_changes }) =>
          version === last_change + (profile_change ?? 0) + Number(further_changes ?? 0),
      ),
    );
  const ask = (id: string, what: 'disconnect' | 'coa', body: Json = {}) =>
    gateway.gate('POST', `/aaa_accounting/${id}/${what}/`, body);
  return {
    gateway,
    nas,
    client,
    user,
    open,
    changes,
    changed,
    requestsFor,
    capabilities,
    settled,
    ask,
  };
}
