import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import type { StoredDevice } from '../device/find-device.ts';

/** Device and site that the steps of a site doctor examine. */
export interface Examination {
  readonly gateway: Gateway;
  readonly work: JobRun;
  readonly device: StoredDevice;
  /** Page of the Internet that is asked for. */
  readonly url: URL;
  /** Host of the page, without the brackets of an IPv6 address. */
  readonly host: string;
  /** Name server to query; empty: the name servers of gateway and device. */
  readonly dnsServer: string;
  /** Found by the first step: whether the device answers. */
  readonly isReachable: boolean;
}
