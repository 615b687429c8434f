import type { RequestAttributes } from '../aaa/policy/request-attributes.ts';

/** What a portal login shares with the Access-Request that follows it. */
interface PortalDevice {
  readonly username: string;
  /** Calling-Station-Id. */
  readonly station: string;
  readonly ip: string;
  /** Called-Station-Id and NAS-Identifier. */
  readonly called: string;
  readonly nas: string;
}

/**
 * Gives check items access to the attributes of a portal login, as a NAS would send them. Items of other attributes are
 * compared with the Access-Request of the NAS, which alone has them.
 */
export function requestOfPortal(device: PortalDevice): RequestAttributes {
  const attributes = attributesOf(device);
  return {
    names: new Set(attributes.keys()),
    values(name) {
      const value = attributes.get(name.toLowerCase());
      return value === undefined ? [] : [textValue(value)];
    },
    parseValue: (_name, value) => textValue(value),
  };
}

function attributesOf({ username, station, ip, called, nas }: PortalDevice) {
  return new Map([
    ['user-name', username],
    ['calling-station-id', station],
    ['called-station-id', called],
    ['nas-identifier', nas],
    [ip.includes(':') ? 'framed-ipv6-address' : 'framed-ip-address', ip],
  ]);
}

function textValue(text: string) {
  return { text, octets: Buffer.from(text) };
}
