import { failed, ok, skipped, warning, type Found } from '../../contract/finding.ts';
import type { Examination } from './examination.ts';
import { probeFromBoth, probeFromDevice, probeFromGateway } from './probes.ts';
import type { Side } from '../diagnostic/compared-diagnostic.ts';

/* Link, address, DNS, router and Internet: what diagnostics measure. */

const pingKeys = { count: 3, timeout: 2000 };

/** Returns true if at least one packet was answered. */
const isAnswered = ({ results }: Side) => Number(results?.['success_count'] ?? 0) > 0;

export async function examineLink(examination: Examination): Promise<Found> {
  const { device, gateway } = examination;
  const { name, ip_address: host } = device;
  if (host === null) return skipped('Without an address the device cannot be asked.');
  const ping = await probeFromGateway(examination, 'ping', { host, ...pingKeys });
  const evidence = { ping, status: device.status === 1, last_error: device.last_error };
  if (isAnswered(ping)) return ok(`"${name}" answers.`, evidence);
  if (device.status === 1)
    return warning(
      `"${name}" answers no ping, but answered when it was last asked. A filter may drop pings.`,
      '',
      evidence,
    );
  const parent = await findParent(gateway, device.parent ?? device.found_parent);
  if (!parent?.ip_address)
    return failed(`"${name}" does not answer.`, 'Check its power and its cable.', evidence);
  const above = await probeFromGateway(examination, 'ping', {
    host: parent.ip_address,
    ...pingKeys,
  });
  const evidenceOfBoth = { ...evidence, parent: { name: parent.name, ping: above } };
  return isAnswered(above)
    ? failed(
        `"${name}" does not answer, but "${parent.name}", which it is connected through, does.`,
        `Check the power of "${name}" and the cable between the two.`,
        evidenceOfBoth,
      )
    : failed(
        `Neither "${name}" answers nor "${parent.name}", which it is connected through.`,
        `Look at "${parent.name}" first.`,
        evidenceOfBoth,
      );
}

function findParent({ store }: Examination['gateway'], parent: number | null) {
  return store.db
    .selectFrom('inventory_device')
    .select(['name', 'ip_address'])
    .where('id', '=', parent ?? 0)
    .executeTakeFirst();
}

export async function examineAddress({ gateway, device }: Examination): Promise<Found> {
  const { ip_address: address, name } = device;
  if (address === null)
    return failed(`"${name}" has no address.`, 'Enter its ip_address in the inventory.');
  const others = await gateway.store.db
    .selectFrom('inventory_device')
    .select('name')
    .where('ip_address', '=', address)
    .where('organization', '=', device.organization)
    .where('id', '<>', device.id)
    .limit(10)
    .execute();
  const evidence = { ip_address: address, others: others.map((other) => other.name) };
  if (others.length === 0) return ok(`No other device has the address ${address}.`, evidence);
  return warning(
    `"${others[0]?.name ?? ''}" has the address ${address} as well. One of the two entries is wrong, or both devices use it.`,
    '',
    evidence,
  );
}

export async function examineDns(examination: Examination): Promise<Found> {
  const { host, dnsServer: dns_server } = examination;
  const keys = { host, dns_server, timeout: 3000 };
  const { difference, ...sides } = await probeFromBoth(examination, 'dns_lookup', keys);
  const byServer = dns_server === '' ? '' : ` by ${dns_server}`;
  const evidence = { host, ...sides };
  if (difference === 'none') return ok(`The name ${host} is found${byServer}.`, evidence);
  const { seen, advice } = {
    device: {
      seen: `The device does not find the name ${host}${byServer}, but the gateway does.`,
      advice: 'Check the name server in the settings of the device.',
    },
    gateway: {
      seen: `The device finds the name ${host}${byServer}, but the gateway does not.`,
      advice: 'Check the name server of the gateway.',
    },
    both: {
      seen: `The name ${host} is not found${byServer}.`,
      advice: 'The name server or the Internet line is down.',
    },
  }[difference];
  return failed(seen, advice, evidence);
}

export async function examineRouter(examination: Examination): Promise<Found> {
  const keys = { host: examination.host, max_hops: 1, tries: 2, timeout: 2000 };
  const side = await probeFromDevice(examination, 'traceroute', keys);
  const { type_short_name } = examination.device;
  if (side === null)
    return skipped(
      `The device cannot be asked for its router: it does not answer, or type "${type_short_name}" has no traceroute.`,
    );
  const hops: unknown = side.results?.['hops'];
  const router: unknown = Array.isArray(hops) ? hops[0] : undefined;
  const address = addressOf(router);
  if (address !== null) return ok(`The router ${address} answers the device.`, { device: side });
  return failed(
    'No router answers the device.',
    'Check the router of the site, and the default route of the device.',
    { device: side },
  );
}

function addressOf(hop: unknown): string | null {
  const isHop = typeof hop === 'object' && hop !== null && 'address' in hop;
  return isHop && typeof hop.address === 'string' ? hop.address : null;
}

export async function examineInternet(examination: Examination): Promise<Found> {
  const { url, host } = examination;
  const page = await probeFromGateway(examination, 'http_get', { url: url.href, timeout: 5000 });
  const device = await probeFromDevice(examination, 'ping', { host, ...pingKeys });
  const evidence = { url: url.href, gateway: page, device };
  const isShown = page.results !== undefined;
  if (!isShown)
    return device !== null && isAnswered(device)
      ? failed(
          `The gateway gets no page of ${url.host}, but the device reaches it.`,
          'Look at the network of the gateway.',
          evidence,
        )
      : failed(
          `The gateway gets no page of ${url.host}.`,
          'The Internet line is down, or the page is.',
          evidence,
        );
  if (device !== null && !isAnswered(device))
    return warning(
      `The gateway reaches ${url.host}, but it answers no ping of the device.`,
      "Check the router and the filters of the device's network.",
      evidence,
    );
  return ok(`${url.host} is reached.`, evidence);
}
