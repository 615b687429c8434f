/** Acronyms of field names. */
const acronyms = new Set(
  'id ip ipv4 ipv6 mac nas ssid dns url tls ssh snmp csv api uid vlan aaa eap totp ca'.split(' '),
);

const spellings: Readonly<Record<string, string>> = {
  coa: 'CoA',
  username: 'user name',
  wifi: 'Wi-Fi',
  ssids: 'SSIDs',
};

/** Returns the English label of a field by its name: `nas_identifier` is "NAS identifier". */
export function englishLabel(name: string): string {
  const words = name.replace(/^is_/, '').replace(/__/g, '_').split('_');
  const text = words
    .map((word) => (acronyms.has(word) ? word.toUpperCase() : (spellings[word] ?? word)))
    .join(' ')
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
