import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, results, type GatewayProcess, type Json } from '../../gateway-process.ts';
import { startFakeNas } from '../../peers/fake-nas.ts';
import { account, secret } from '../../radius/acct/send-accounting.ts';

/* A NAS with live sessions, and functions to change and inspect them. */

export const inHex = (text: string) => Buffer.from(text).toString('hex');
export const limit = (value: string) => [{ attribute: 'Session-Timeout', value }];

/** Time within which a change must have reached the NAS. */
export const promptly = 2_500;

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
  const open = async (username: string) => {
    const session = `S-${(number += 1)}`;
    await account(gateway, { session, username, at: now() });
    const [row] = results(await gateway.gate('GET', `/aaa_accounting/?acctsessionid=${session}`));
    return {
      session,
      id: String(row?.['radacctid']),
      end: () => account(gateway, { session, username, at: now(), status: 'stop' }),
    };
  };
  const changes = async (session: { readonly id: string }) =>
    results(await gateway.gate('GET', `/aaa_authorization_change/?session=${session.id}`));
  const changed = (
    session: { readonly id: string },
    wanted: (rows: readonly Json[]) => boolean = (rows) => rows.length > 0,
    withinMs = promptly,
  ) =>
    eventually(
      () => changes(session),
      (rows) => wanted(rows) && rows.every(({ completed }) => completed !== null),
      withinMs,
    );
  const capabilities = async () => {
    const { body } = await gateway.gate('GET', `/aaa_client/${client}/`);
    return { accepts_coa: body['accepts_coa'], accepts_disconnect: body['accepts_disconnect'] };
  };
  /** Waits until the open sessions have been checked for the first time and their grants are stored. */
  const settled = () => sleep(700);
  const ask = (id: string, what: 'disconnect' | 'coa', body: Json = {}) =>
    gateway.gate('POST', `/aaa_accounting/${id}/${what}/`, body);
  return { gateway, nas, client, user, open, changes, changed, capabilities, settled, ask };
}
