/** A value of a RADIUS attribute: in words, and in octets that sort as the values do. */
export interface AttributeValue {
  readonly text: string;
  readonly octets: Uint8Array;
}

/** What the gateway adds to a request by names that no dictionary has, as FreeRADIUS does. */
export const virtualAttributes = [
  'packet-src-ip-address',
  'packet-src-ipv6-address',
  'client-ip-address',
  'client-shortname',
] as const;

/** What a request says, by the names of attributes. */
export interface RequestAttributes {
  /** The values that the request has, in order; null where there is no attribute of that name. */
  values(name: string): readonly AttributeValue[] | null;
  /** Words as a value of that attribute; null where they are none. */
  parseValue(name: string, words: string): AttributeValue | null;
}
