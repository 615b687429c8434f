/** The value of a RADIUS attribute, as text and as octets that sort as the values do. */
export interface AttributeValue {
  readonly text: string;
  readonly octets: Uint8Array;
}

/** The attributes that the server adds to a request, as FreeRADIUS does; no dictionary has them. */
export const virtualAttributes = [
  'packet-src-ip-address',
  'packet-src-ipv6-address',
  'client-ip-address',
  'client-shortname',
] as const;

/** The attributes of a request by name. */
export interface RequestAttributes {
  /** Returns the values of an attribute, in order; null: the name is unknown. */
  values(name: string): readonly AttributeValue[] | null;
  /** Parses text as a value of an attribute; null: the name is unknown, or its data type has no such value. */
  parseValue(name: string, text: string): AttributeValue | null;
  /** Names in lower case of the only attributes that are known yet: items of others are compared later. Absent: all are. */
  readonly names?: ReadonlySet<string>;
}
