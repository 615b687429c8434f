import { requireFreeRadius } from './freeradius.ts';
import { accountingBesidePeers } from './radius-accounting.ts';
import { authenticationBesidePeers } from './radius-authentication.ts';
import { accountingOnLongTable } from './radius-long.ts';

/** What the gateway's RADIUS doors do in a second beside Debian's FreeRADIUS, and whether a long table slows them down. */
export async function radius(signal: AbortSignal): Promise<string> {
  requireFreeRadius();
  const tables: string[] = [];
  for (const part of [accountingBesidePeers, authenticationBesidePeers, accountingOnLongTable])
    tables.push(await part(signal));
  return tables.join('\n');
}
