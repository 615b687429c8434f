import { asFault } from '../../contract/errors.ts';
import { canonicalMac } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { addCounted } from '../../aaa/session/controlled-session.ts';
import { endPortalSession, type PortalEndEvent } from '../../aaa/session/portal-session-end.ts';
import {
  findPortalSessionsOfDevice,
  type PortalSessionRow,
} from '../../aaa/session/portal-session.ts';
import { deserializeDevice } from '../controller/controller-device.ts';
import { isTokenOf } from '../dialect/opennds.ts';

/** What openNDS reports of a device that it has cut off; numbers are octets. */
interface Deauthentication {
  readonly method: string;
  /** Canonical. */
  readonly mac: string;
  readonly up: number;
  readonly down: number;
  readonly token: string;
}

const downloadUsedUp = { event: 'ux', detail: 'openNDS: download quota used up' } as const;
const uploadUsedUp = { event: 'ux', detail: 'openNDS: upload quota used up' } as const;

/** Why openNDS has cut a device off, by its method; those of quotas have other names since openNDS 10. */
const causes: Readonly<
  Record<string, { readonly event: PortalEndEvent; readonly detail: string }>
> = {
  client_deauth: { event: 'uo', detail: 'logged out at openNDS' },
  idle_deauth: { event: 'ut', detail: 'openNDS: idle for too long' },
  timeout_deauth: { event: 'ut', detail: 'openNDS: session time over' },
  downquota_deauth: downloadUsedUp,
  download_quota_deauth: downloadUsedUp,
  upquota_deauth: uploadUsedUp,
  upload_quota_deauth: uploadUsedUp,
  ndsctl_deauth: { event: 'uk', detail: 'cut off by ndsctl' },
  shutdown_deauth: { event: 'ut', detail: 'openNDS has stopped' },
};

/**
 * Ends the session of a device that openNDS has cut off, with the octets that it has counted. A report whose token is not that
 * of the session's login is ignored: anybody may send one.
 *
 * @param text  `method=timeout_deauth, clientmac=…, bytes_incoming=…, bytes_outgoing=…, token=…`, of authmon or our script
 */
export async function recordDeauthentication(gateway: Gateway, text: string): Promise<void> {
  const report = readReport(text);
  const cause = report && causes[report.method];
  if (!report || !cause) return;
  const sessions = await findPortalSessionsOfDevice(gateway.store, report.mac);
  const session = sessions.find((open) => isOf(open, report.token));
  if (!session) return;
  const { store, log } = gateway;
  const at = gateway.now();
  try {
    await store.write([
      ...addCounted(store, session, { ...report, at }),
      ...endPortalSession(store, session, { ...cause, at: at.getTime(), wasLetIn: false }),
    ]);
  } catch (error) {
    // It has ended meanwhile.
    if (asFault(error)?.kind !== 'conflict') throw error;
    log.debug({ mac: report.mac }, 'portal: openNDS reports a device whose session has ended');
  }
}

function isOf({ mac, controller_device: device }: PortalSessionRow, token: string): boolean {
  if (device === null) return false;
  const { hid } = deserializeDevice(mac, device).parameters;
  return hid !== undefined && isTokenOf(token, hid);
}

function readReport(text: string): Deauthentication | null {
  const fields = new Map(
    text.split(/,\s*/).map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), value.join('=').trim().replaceAll('"', '')] as const;
    }),
  );
  const mac = canonicalMac(fields.get('clientmac') ?? '');
  const octets = (name: string) => {
    const value = fields.get(name) ?? '';
    return /^\d{1,15}$/.test(value) ? Number(value) : 0;
  };
  if (mac === null) return null;
  return {
    method: fields.get('method') ?? '',
    mac,
    // openNDS counts from the device's point of view.
    up: octets('bytes_outgoing'),
    down: octets('bytes_incoming'),
    token: fields.get('token') ?? '',
  };
}
