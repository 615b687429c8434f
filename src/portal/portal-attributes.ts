import type { CheckAttributes } from '../aaa/policy/attribute-lists.ts';
import type { RequestAttributes } from '../aaa/policy/request-attributes.ts';

/** Attributes of a portal login by their names in lower case. */
export type PortalAttributes = ReadonlyMap<string, string>;

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

/** Returns the attributes that a portal login has, as a NAS would send them. */
export function portalAttributesOf(device: PortalDevice): PortalAttributes {
  const { username, station, ip, called, nas } = device;
  return new Map([
    ['user-name', username],
    ['calling-station-id', station],
    ['called-station-id', called],
    ['nas-identifier', nas],
    [ip.includes(':') ? 'framed-ipv6-address' : 'framed-ip-address', ip],
  ]);
}

/**
 * Selects the items that a portal login can be compared with. The others are compared with the Access-Request of the NAS,
 * which alone has their attributes.
 */
export function selectComparableItems(
  items: CheckAttributes,
  attributes: PortalAttributes,
): CheckAttributes {
  return items.filter(({ attribute }) => attributes.has(attribute.toLowerCase()));
}

/** Gives check items access to the attributes of a portal login. */
export function requestOfPortal(attributes: PortalAttributes): RequestAttributes {
  return {
    values(name) {
      const value = attributes.get(name.toLowerCase());
      return value === undefined ? [] : [textValue(value)];
    },
    parseValue: (_name, value) => textValue(value),
  };
}

function textValue(text: string) {
  return { text, octets: Buffer.from(text) };
}
