/** Attribute type of Error-Cause (RFC 5176 section 3.5). */
export const errorCauseAttributeType = 101;

/** The names of the values of Error-Cause (RFC 5176 section 3.5, RFC 5580 section 4.7, RFC 6929, RFC 7930). */
const names: Readonly<Record<number, string>> = {
  201: 'Residual-Context-Removed',
  202: 'Invalid-EAP-Packet',
  401: 'Unsupported-Attribute',
  402: 'Missing-Attribute',
  403: 'NAS-Identification-Mismatch',
  404: 'Invalid-Request',
  405: 'Unsupported-Service',
  406: 'Unsupported-Extension',
  407: 'Invalid-Attribute-Value',
  501: 'Administratively-Prohibited',
  502: 'Proxy-Request-Not-Routable',
  503: 'Session-Context-Not-Found',
  504: 'Session-Context-Not-Removable',
  505: 'Proxy-Processing-Error',
  506: 'Resources-Unavailable',
  507: 'Request-Initiated',
  508: 'Multiple-Session-Selection-Unsupported',
  509: 'Location-Info-Required',
  601: 'Response-Too-Big',
};

export const errorCause = {
  unsupportedService: 405,
  unsupportedExtension: 406,
  administrativelyProhibited: 501,
  sessionContextNotFound: 503,
  sessionContextNotRemovable: 504,
} as const;

/** Returns the name of a value, or its digits if it has no name. */
export function errorCauseName(value: number): string {
  return names[value] ?? String(value);
}
