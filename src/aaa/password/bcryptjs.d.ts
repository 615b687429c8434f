/** The part of the package `bcryptjs` that verifies. */
declare module 'bcryptjs' {
  /** True if the password matches the hash; only its first 72 octets count. */
  export function compareSync(password: string, hash: string): boolean;
}
