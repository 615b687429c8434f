/** What stands behind the last `@`; null: nothing does. */
export function realmOf(username: string | null): string | null {
  const [, realm = ''] = /@([^@]+)$/.exec(username ?? '') ?? [];
  return realm === '' ? null : realm;
}

/** A user name without its realm, in octets, since a name need not be text. One that is nothing but a realm stays. */
export function withoutRealm(username: Buffer): Buffer {
  const at = username.lastIndexOf('@');
  return at < 1 ? username : username.subarray(0, at);
}
