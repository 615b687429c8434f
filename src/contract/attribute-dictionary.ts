import type { TSchema } from 'typebox';

/** The reason why a RADIUS attribute cannot be sent: the dictionary lacks its name, or its data type has no such value. */
export interface AttributeFault {
  readonly part: 'attribute' | 'value';
  readonly reason: string;
}

/** The RADIUS dictionary as far as stored attributes are checked against it. */
export interface AttributeDictionary {
  /** @param assignment.name  may have a tag, as `Tunnel-Type:1` @returns null: the attribute can be sent */
  faultOf(assignment: { readonly name: string; readonly value: string }): AttributeFault | null;
}

/** True for a schema with lists of RADIUS attributes; some attributes are secrets, such as Tunnel-Password. */
export function hasAttributeLists(schema: TSchema): boolean {
  return JSON.stringify(schema).includes('"attribute"');
}

/** True if the values of an attribute are secret, and masked in logs and replies of the APIs. */
export function isSecretAttribute(attribute: string): boolean {
  return /password|passphrase|secret|psk|(^|-)key(-|$)|challenge|response/i.test(attribute);
}
