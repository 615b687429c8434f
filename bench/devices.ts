import { largeConfiguration } from './devices-netconf.ts';
import { snmpPolls } from './devices-snmp.ts';
import { sshCommands } from './devices-ssh.ts';

/** Measures what is done with devices, beside the programs that sites use for it. */
export async function devices(signal: AbortSignal): Promise<string> {
  const tables: string[] = [];
  for (const part of [sshCommands, largeConfiguration, snmpPolls]) tables.push(await part(signal));
  return tables.join('\n');
}
