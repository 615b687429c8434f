import { failureOf } from '../api-client/outcome.ts';
import { isRow } from '../api-client/output.ts';
import { Refused, type GatewayClient } from './gateway-client.ts';
import { countText, printLines } from './print.ts';
import { Ineffective } from './run-deed.ts';
import { findSessions } from './sessions.ts';

/**
 * Ends the open sessions of a user, and says of each what became of it.
 *
 * @param user  user name or MAC address
 * @throws Ineffective if there is none, or one did not end
 */
export async function disconnectUser(client: GatewayClient, user: string): Promise<void> {
  const sessions = await findSessions(client, user, true);
  if (sessions.length === 0) throw new Ineffective(`${user} has no open session`);
  let failed = 0;
  for (const session of sessions) {
    const failure = await disconnect(client, String(session['radacctid']));
    const device = session['callingstationid'] ?? session['acctsessionid'];
    printLines(`${user}, ${String(device)}: ${failure ?? 'disconnected'}`);
    failed += failure === null ? 0 : 1;
  }
  if (failed > 0)
    throw new Ineffective(`${failed} of ${countText(sessions.length, 'session')} did not end`);
}

/** @returns why it has failed; null: the NAS has ended the session */
async function disconnect(client: GatewayClient, id: string): Promise<string | null> {
  try {
    const reply = await client.change('POST', `aaa_accounting/${id}/disconnect/`, {});
    return isRow(reply) ? failureOf(reply) : null;
  } catch (error) {
    // Others may still be ended: it has just stopped, or no secret is known for its NAS.
    if (error instanceof Refused && error.status === 409) return error.message;
    throw error;
  }
}
