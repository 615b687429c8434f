import { missingFreeRadius } from './freeradius.ts';
import { accountingBesidePeers } from './radius-accounting.ts';
import { authenticationBesidePeers } from './radius-authentication.ts';
import { accountingOnLongTable } from './radius-long.ts';

/** What the gateway's RADIUS doors do in a second beside Debian's FreeRADIUS, and whether a long table slows them down. */
export async function radius(signal: AbortSignal): Promise<string> {
  const missing = missingFreeRadius();
  const tables =
    missing.length > 0
      ? [
          `RADIUS beside FreeRADIUS\n  ${missing.join(', ')} is missing: install the Debian package\n`,
        ]
      : [await accountingBesidePeers(signal), await authenticationBesidePeers(signal)];
  tables.push(await accountingOnLongTable(signal));
  return tables.join('\n');
}
