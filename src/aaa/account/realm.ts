/**
 * Returns the realm of a user name: the text behind its last `@`; null for `bob@`, since RFC 7542 has no empty realm and no
 * home server serves it.
 *
 * @returns null: the name has no realm
 * @see RFC 7542 section 2.2
 */
export function realmOf(username: string | null): string | null {
  const at = username?.lastIndexOf('@') ?? -1;
  return at < 0 ? null : username?.slice(at + 1) || null;
}

/** Normalizes a realm for comparison: realms are domain names and have no case. The default realm is ''. */
export function normalizeRealm(realm: string | null): string {
  return realm?.toLowerCase() ?? '';
}

/** Removes the realm of a User-Name, which need not be valid UTF-8. A name that consists of a realm only stays. */
export function withoutRealm(username: Buffer): Buffer {
  const at = username.lastIndexOf('@');
  return at < 1 ? username : username.subarray(0, at);
}
