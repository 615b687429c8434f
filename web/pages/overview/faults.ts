import { control, take } from '../../app/api.ts';
import { formatTime } from '../../app/format.ts';
import { plural, t } from '../../app/texts.ts';

/** Something that is wrong, its likely cause first. */
export interface Fault {
  readonly key: string;
  readonly isCritical: boolean;
  readonly title: string;
  readonly text: string;
  /** Sessions that it concerns. */
  readonly affected: number;
  readonly since: string | null;
  /** The next step. */
  readonly to: string;
  readonly step: string;
}

const limit = 200;

export interface Faults {
  /** The most affected people first. */
  readonly faults: readonly Fault[];
  /** Devices that do not answer, or were never read. */
  readonly devicesDown: number;
}

/** Reads what is wrong: devices that are down, each group by its cause, and alerts of other kinds. */
export async function readFaults(signal: AbortSignal): Promise<Faults> {
  const [down, alerts] = await Promise.all([readDownDevices(signal), readAlerts(signal)]);
  const faults = [...faultsOf(down.results), ...alerts].toSorted(worstFirst);
  return { faults, devicesDown: down.count };
}

function worstFirst(one: Fault, other: Fault): number {
  return other.affected - one.affected || Number(other.isCritical) - Number(one.isCritical);
}

type DownDevices = Awaited<ReturnType<typeof readDownDevices>>['results'];
type DownDevice = DownDevices[number];

async function readDownDevices(signal: AbortSignal) {
  const query = { limit, status: false, sessions: true };
  return take(control.GET('/control/api/v1/inventory_device/', { params: { query }, signal }));
}

function faultsOf(all: DownDevices): readonly Fault[] {
  // A device that was never read is not known to be down.
  const down = all.filter(
    ({ status_text: state }) => state === 'Down' || state === 'Misconfigured',
  );
  const unread = all.length - down.length;
  const byCause = new Map<number, DownDevice[]>();
  for (const device of down) {
    const cause = causeOf(device, down);
    byCause.set(cause.id, [...(byCause.get(cause.id) ?? []), device]);
  }
  const faults = down.flatMap((device) => {
    const behind = byCause.get(device.id);
    return behind ? [deviceFault(device, behind)] : [];
  });
  return unread === 0 ? faults : [...faults, unreadFault(unread)];
}

function unreadFault(count: number): Fault {
  return {
    key: 'unread',
    isCritical: false,
    title: plural(count, '{n} device was never reached', '{n} devices were never reached'),
    text: t('The gateway has not read them yet, or cannot.'),
    affected: 0,
    since: null,
    to: 'devices?status=false',
    step: t('Show them'),
  };
}

/** Returns the first device on the way to this one that is down. */
function causeOf(device: DownDevice, down: DownDevices): DownDevice {
  const seen = new Set<number>();
  let cause = device;
  for (;;) {
    const parent = cause.parent ?? cause.found_parent;
    const next = down.find(({ id }) => id === parent);
    if (!next || seen.has(next.id)) return cause;
    seen.add(next.id);
    cause = next;
  }
}

function deviceFault(device: DownDevice, behind: readonly DownDevice[]): Fault {
  const others = behind.filter(({ id }) => id !== device.id);
  const isDown = device.status_text === 'Down';
  const reason = device.last_error ?? '';
  const more =
    others.length === 0
      ? ''
      : plural(
          others.length,
          'The device behind it is silent for that reason.',
          'The {n} devices behind it are silent for that reason.',
        );
  return {
    key: `device ${device.id}`,
    isCritical: isDown,
    title: isDown
      ? t('{name} does not answer', { name: device.name })
      : t('{name} is set up wrongly', { name: device.name }),
    text: [reason, more].filter((part) => part !== '').join(' '),
    affected: behind.reduce((sum, { sessions = 0 }) => sum + sessions, 0),
    since: device.last_status_change,
    to: `device?id=${device.id}`,
    step: t('Show the device'),
  };
}

async function readAlerts(signal: AbortSignal): Promise<readonly Fault[]> {
  const { results } = await take(
    control.GET('/control/api/v1/alert/', {
      params: { query: { limit: 50, state: 'firing' } },
      signal,
    }),
  );
  return results
    .filter(({ kind }) => kind !== 'device_down' && kind !== 'device_misconfigured')
    .map((alert) => ({
      key: alert.id,
      isCritical: alert.severity === 'critical',
      title: alert.rule_name,
      text: alert.message,
      affected: 0,
      since: alert.started_at,
      to: alert.device === null ? `alerts?open=${alert.id}` : `device?id=${alert.device}`,
      step: alert.device === null ? t('Show the alert') : t('Show the device'),
    }));
}

/** Returns since when a fault lasts, in words. */
export function sinceText({ since }: Fault): string {
  return since === null ? '' : t('since {time}', { time: formatTime(since) });
}
