import { Type } from 'typebox';

/** The methods of EAP that the gateway speaks: EAP-TTLS, PEAP and EAP-TLS. */
export const eapMethodNames = ['ttls', 'peap', 'tls'] as const;

export type EapMethodName = (typeof eapMethodNames)[number];

/** Returns the schema of a list of methods, the preferred one first. */
export function eapMethodList(options: {
  readonly description: string;
  readonly minItems?: number;
  readonly 'x-extension'?: boolean;
}) {
  return Type.Array(Type.Enum([...eapMethodNames]), { uniqueItems: true, ...options });
}
