import { canonicalMac } from '../../contract/fields.ts';

/** What a packet says about its access point, by the columns of a session, and which organizations may own it. */
export interface AccessPointIdentifiers {
  readonly organization: number;
  /** Ids of the other organizations that the client serves, each between commas: `,2,3,`; empty: no others. */
  readonly client_serves: string;
  readonly calledstationid: string | null;
  readonly nasidentifier: string | null;
  readonly nasipaddress: string;
}

/** The place of a session, as far as its packets identify an access point. */
export interface SessionPlace {
  readonly access_point: number | null;
  readonly location: number | null;
  /** Organization of the access point, if the client serves that; else the client's. */
  readonly organization: number;
}

/** Formats the organizations that a client serves, for the lookup of access points. */
export function formatServes(serves: readonly number[]): string {
  return serves.length > 0 ? `,${serves.join()},` : '';
}

interface AccessPointKeys {
  readonly mac: string | null;
  readonly identifier: string | null;
  readonly ip: string | null;
}

const calledStationId =
  /^((?:[0-9a-f]{2}[-:. ]?){5}[0-9a-f]{2}|(?:[0-9a-f]{4}[-.:]){2}[0-9a-f]{4})(?:[-:;,/@ ]\s*(.*))?$/i;

/**
 * Splits a Called-Station-Id of Wi-Fi into the MAC address, in any notation, and the SSID.
 *
 * @returns `mac` null: the text does not begin with a MAC address
 * @see     RFC 3580 section 3.20
 */
export function parseCalledStationId(text: string | null): {
  readonly mac: string | null;
  readonly ssid: string | null;
} {
  const [, address = '', ssid = null] = calledStationId.exec(text ?? '') ?? [];
  return { mac: canonicalMac(address), ssid: ssid === '' ? null : ssid };
}

/** Lists the lookup keys for the access point of a packet, the most specific first. */
export function lookupKeysOfPacket({
  calledstationid,
  nasidentifier,
  nasipaddress,
}: AccessPointIdentifiers): string[] {
  const names = [calledstationid, nasidentifier].filter((name) => name !== null && name !== '');
  const macs = names.map((name) => parseCalledStationId(name).mac).filter((mac) => mac !== null);
  return [
    ...macs.map(macKey),
    ...names.map((name) => `identifier ${name ?? ''}`),
    `ip ${nasipaddress}`,
  ];
}

/** Lists the lookup keys of an access point. */
export function lookupKeysOfAccessPoint({ mac, identifier, ip }: AccessPointKeys): string[] {
  return [
    ...(mac === null ? [] : [macKey(mac)]),
    ...(identifier === null ? [] : [`identifier ${identifier}`]),
    ...(ip === null ? [] : [`ip ${ip}`]),
  ];
}

function macKey(mac: string): string {
  return `mac ${mac}`;
}
