import { escapeXml } from '../../protocol/netconf/xml.ts';

/*
 * Removes secrets from a recording. Devices print secrets among other text; struck out are values that a type declares as
 * passwords, credentials that were sent, and text at the usual places of secrets in command lines and documents.
 */

/** The replacement of a secret. */
export const struck = '***';

const name = String.raw`[\w.-]*(?:password|passwd|passphrase|psk|secret|private_?key|token|community|(?:\b|_)key)[\w.-]*`;

/** Matches a secret after its name: `option key 'x'`, `users.1.password=x`, `"x_psk": "x"`, `<secret>x</secret>`. */
const named = [
  new RegExp(String.raw`("${name}"\s*:\s*")((?:[^"\\]|\\.)*)(?=")`, 'gi'),
  new RegExp(String.raw`(<${name}(?:\s[^<>]*)?>)([^<>]+)(?=</)`, 'gi'),
  new RegExp(String.raw`(\b${name}\s*[=:]\s*)("[^"\r\n]*"|'[^'\r\n]*'|[^\s"',;{}<>]+)`, 'gi'),
  new RegExp(String.raw`(\boption\s+${name}\s+)('[^'\r\n]*'|\S+)`, 'gi'),
  // Cisco, Aruba and Ruckus: `wpa-psk ascii 7 x`, `snmp-server community x`, `enable secret 5 x`, `wpa-passphrase x`.
  /(\b(?:wpa-psk (?:ascii|hex)|(?:snmp-server )?community|(?:enable |server-)?(?:password|secret)|(?:wpa-)?passphrase|psk|key) (?:\d (?=\S))?)("[^"\r\n]*"|[^\s:=]+)/gi,
] as const;

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?-----END [A-Z ]*PRIVATE KEY-----/g;

/**
 * Returns a text without secrets.
 *
 * @param secrets  texts that are secrets wherever they stand, also as XML, JSON and addresses escape them
 */
export function strikeOut(text: string, secrets: readonly string[]): string {
  const known = secrets
    .filter((secret) => secret !== '')
    .flatMap(spellingsOf)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, struck), text);
  return named.reduce<string>(
    (rest, pattern) => rest.replace(pattern, (_all, before: string) => `${before}${struck}`),
    known.replace(privateKey, struck),
  );
}

function spellingsOf(secret: string): string[] {
  const xml = escapeXml(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, xml, xml.replaceAll('&quot;', '"'), json, encodeURIComponent(secret)];
}
