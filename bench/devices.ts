import { largeConfiguration } from './devices-netconf.ts';
import { snmpPolls } from './devices-snmp.ts';
import { sshCommands } from './devices-ssh.ts';
import { typeSyncs } from './devices-sync.ts';

/** Measures work on devices, in comparison with the programs that sites use for it. */
export async function devices(signal: AbortSignal): Promise<string> {
  const tables: string[] = [];
  for (const part of [sshCommands, largeConfiguration, typeSyncs, snmpPolls])
    tables.push(await part(signal));
  return tables.join('\n');
}
