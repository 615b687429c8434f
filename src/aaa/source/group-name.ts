import type { Person } from './directory.ts';
import type { GroupProfile } from './source-store.ts';

/** Returns a DN in which case and the spaces around its parts do not count, as directories compare it (RFC 4517 section 4.2.15). */
export function normalizedDn(dn: string): string {
  return dn
    .toLowerCase()
    .replaceAll(/\s*(?<!\\)([,=+])\s*/g, '$1')
    .trim();
}

/** Returns the value of the first part of a DN, such as `staff` of `CN=Staff,OU=Groups,DC=example`. */
export function commonNameOf(dn: string): string {
  const [first = ''] = dn.split(/(?<!\\),/, 1);
  return first
    .slice(first.indexOf('=') + 1)
    .replaceAll(/\\([,+"\\<>;=# ])/g, '$1')
    .toLowerCase()
    .trim();
}

/** Returns the names of the profiles of a person's groups, in the order of the mapping. */
export function profilesOfGroups(
  mapping: readonly GroupProfile[],
  { groups }: Pick<Person, 'groups'>,
): readonly string[] {
  const isMember = (group: string) =>
    groups.has(group.includes('=') ? normalizedDn(group) : group.toLowerCase().trim());
  return [...new Set(mapping.filter(({ group }) => isMember(group)).map(({ profile }) => profile))];
}
