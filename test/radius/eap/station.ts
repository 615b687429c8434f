import { eventually } from '../../gateway-process.ts';
import { eapolTest } from '../../peers/eapol.ts';
import { secret, type Site } from '../fixture.ts';

/** Ends of the output of eapol_test. */
export const accepted = /MPPE keys OK: 1 {2}mismatch: 0\nSUCCESS\n$/;
export const refused = /\nFAILURE\n$/;

export interface StationLogin {
  readonly network: readonly string[];
  /** Left out: that of eapol_test. */
  readonly mac?: string;
  readonly args?: readonly string[];
  readonly to?: { readonly address: string; readonly port: number };
}

/** Logs a device in at the gateway with eapol_test. */
export function logIn(
  { server }: Pick<Site, 'server'>,
  { network, mac, args = [], to = server.authAddress }: StationLogin,
): Promise<string> {
  const own = mac === undefined ? [] : ['-M', mac.replaceAll('-', ':')];
  return eapolTest({ to, secret, network, args: [...own, ...args] });
}

/** Returns the latest decision over a device, once there is one. */
export function decisionOver({ store }: Pick<Site, 'store'>, mac: string) {
  const query = store.db
    .selectFrom('aaa_decision')
    .selectAll()
    .where('callingstationid', '=', mac)
    .orderBy('id', 'desc');
  return eventually(
    () => query.executeTakeFirst(),
    (row) => row !== undefined,
  );
}
