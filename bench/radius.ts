import { missingFreeRadius } from './freeradius.ts';
import { accountingBesidePeers } from './radius-accounting.ts';
import { authenticationBesidePeers } from './radius-authentication.ts';
import { accountingOnLongTable } from './radius-long.ts';

/** Measures RADIUS rates of the gateway and of Debian's FreeRADIUS, and whether a long table slows the gateway down. */
export async function radius(signal: AbortSignal): Promise<string> {
  const missing = missingFreeRadius();
  const tables =
    missing.length > 0
      ? [
          `RADIUS, compared with FreeRADIUS\n  ${missing.join(', ')} is missing: install the Debian package\n`,
        ]
      : [await accountingBesidePeers(signal), await authenticationBesidePeers(signal)];
  tables.push(await accountingOnLongTable(signal));
  return tables.join('\n');
}
