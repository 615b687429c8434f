/** The part of the package `bcryptjs` that verifies. */
declare module 'bcryptjs' {
  /** True if the hash is that of the password, of which 72 octets count. */
  export function compareSync(password: string, hash: string): boolean;
}
