import { readAcceptedTime } from '../../gateway/accepted-time.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { acceptedTimeFinding } from '../doctor/accepted-time-check.ts';
import { certificateCheck } from '../doctor/certificate-check.ts';
import type { Check, Examined } from '../doctor/check.ts';
import { clockCheck, limitsCheck, spaceCheck } from '../doctor/machine-checks.ts';
import { nasClockFindings, upstreamFindings } from '../doctor/radius-checks.ts';
import { copyCheck, spoolCheck } from '../doctor/spool-check.ts';
import { backupCheck, networkFindings } from '../doctor/store-checks.ts';

/** A gateway that examines itself. */
export interface Running extends Examined, Pick<Gateway, 'store'> {}

/** Checks of the doctor that neither write, nor open the store a second time, nor keep the event loop busy. */
export const healthChecks: readonly Check<Running>[] = [
  spaceCheck,
  clockCheck,
  {
    name: 'accepted time',
    run: async ({ store }) => [acceptedTimeFinding(await readAcceptedTime(store), true)],
  },
  certificateCheck,
  backupCheck,
  spoolCheck,
  copyCheck,
  limitsCheck,
  { name: 'networks', run: ({ store }) => networkFindings(store) },
  { name: 'upstreams', run: ({ store }) => upstreamFindings(store) },
  { name: 'clocks of NASes', run: ({ store }) => nasClockFindings(store) },
];
