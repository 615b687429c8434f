import { constants } from 'node:fs';
import type { Config } from '../../config/load-config.ts';
import type { SealedColumn } from '../../site/sealed-columns.ts';
import { lockDirectory } from '../directory-lock.ts';
import {
  failed,
  ok,
  reportFindings,
  type FindingReport,
  type Finding,
} from '../../contract/finding.ts';
import { accessTo, isDenied, type FileAccess } from '../../runtime/machine/file-access.ts';
import { deniedFinding, runChecks, type Check } from './check.ts';
import { acceptedTimeCheck } from './accepted-time-check.ts';
import { clockCheck, diskCheck, dnsCheck, limitsCheck, pingCheck } from './machine-checks.ts';
import { certificateCheck } from './certificate-check.ts';
import { eapPasswordCheck, nasClockCheck, radiusCheck, upstreamCheck } from './radius-checks.ts';
import { gatewayCheck, portCheck } from './service-checks.ts';
import { copyCheck, spoolCheck } from './spool-check.ts';
import {
  backupCheck,
  backupServerCheck,
  keyCheck,
  networksCheck,
  retentionCheck,
  storeCheck,
} from './store-checks.ts';

const checks: readonly Check[] = [
  storeCheck,
  keyCheck,
  retentionCheck,
  networksCheck,
  diskCheck,
  clockCheck,
  acceptedTimeCheck,
  portCheck,
  gatewayCheck,
  radiusCheck,
  upstreamCheck,
  nasClockCheck,
  eapPasswordCheck,
  limitsCheck,
  pingCheck,
  certificateCheck,
  dnsCheck,
  backupCheck,
  backupServerCheck,
  spoolCheck,
  copyCheck,
];

interface Knowledge {
  readonly sealed: readonly SealedColumn[];
  /** Lists the errors of the device types, which a start leaves out. */
  readonly readTypeFaults: () => Promise<readonly string[]>;
}

interface Options extends Knowledge {
  readonly json: boolean;
}

/** Examines the installation on this machine, whether its gateway runs or not, and words the findings. */
export async function examineInstallation(
  config: Config,
  { json, ...knowledge }: Options,
): Promise<FindingReport> {
  return reportFindings(await findFaults(config, knowledge), { json });
}

/** Examines the installation on this machine. */
export async function findFaults(
  config: Config,
  { readTypeFaults, sealed }: Knowledge,
): Promise<readonly Finding[]> {
  const configuration: Check = {
    name: 'configuration',
    run: async () => {
      const faults = await readTypeFaults();
      return faults.length === 0
        ? [ok('no errors, nor in the device types')]
        : faults.map((line) => failed(line, 'correct the device type; it is left out'));
    },
  };
  const access = accessTo(config.data_dir, constants.R_OK | constants.W_OK | constants.X_OK);
  const isRunning = access === 'granted' && (await isHeld(config.data_dir));
  return runChecks([configuration, ...checksBy[access]], { config, isRunning, sealed });
}

const missing: Check = {
  name: 'store',
  run: ({ config: { data_dir } }) => [
    failed(`there is no folder ${data_dir}`, 'start the gateway once, or set data_dir'),
  ],
};

const permission: Check = {
  name: 'permission',
  run: ({ config: { data_dir } }) => [deniedFinding(data_dir)],
};

/** Without the folder nothing that is in it can be examined. */
const checksBy: Readonly<Record<FileAccess, readonly Check[]>> = {
  granted: checks,
  missing: [missing],
  denied: [permission],
};

/** True if a gateway holds the data directory. */
async function isHeld(dataDir: string): Promise<boolean> {
  try {
    (await lockDirectory(dataDir)).release();
    return false;
  } catch (error) {
    // The lock file of another account.
    return !isDenied(error);
  }
}
