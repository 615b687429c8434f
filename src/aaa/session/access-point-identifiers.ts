import { canonicalMac } from '../../fields.ts';

/** What a packet says of where its session is. */
export interface AccessPointIdentifiers {
  /** Of the client. */
  readonly organization: number;
  readonly calledStationId: string | null;
  readonly nasIdentifier: string | null;
  readonly nasAddress: string;
}

interface Marked {
  readonly mac: string | null;
  readonly identifier: string | null;
  readonly ip: string | null;
}

const spelling =
  /^((?:[0-9a-f]{2}[-:. ]?){5}[0-9a-f]{2}|(?:[0-9a-f]{4}[-.:]){2}[0-9a-f]{4})(?:[-:;,/@ ]\s*(.*))?$/i;

/**
 * A Called-Station-Id of Wi-Fi: the MAC address in whatever spelling, and the SSID where it is said (RFC 3580 section 3.20).
 *
 * @returns `mac` null where the text does not begin with an address
 */
export function parseCalledStationId(calledStationId: string | null): {
  readonly mac: string | null;
  readonly ssid: string | null;
} {
  const [, address = '', ssid = null] = spelling.exec(calledStationId ?? '') ?? [];
  return { mac: canonicalMac(address), ssid: ssid === '' ? null : ssid };
}

/** By what an access point may be known, the surest first. */
export function lookupKeysOfPacket({
  calledStationId,
  nasIdentifier,
  nasAddress,
}: AccessPointIdentifiers): string[] {
  const names = [calledStationId, nasIdentifier].filter((name) => name !== null && name !== '');
  const macs = names.map((name) => parseCalledStationId(name).mac).filter((mac) => mac !== null);
  return [
    ...macs.map(markOfMac),
    ...names.map((name) => `identifier ${name ?? ''}`),
    `ip ${nasAddress}`,
  ];
}

/** What an access point is found by. */
export function lookupKeysOfAccessPoint({ mac, identifier, ip }: Marked): string[] {
  return [
    ...(mac === null ? [] : [markOfMac(mac)]),
    ...(identifier === null ? [] : [`identifier ${identifier}`]),
    ...(ip === null ? [] : [`ip ${ip}`]),
  ];
}

function markOfMac(mac: string): string {
  return `mac ${mac}`;
}
