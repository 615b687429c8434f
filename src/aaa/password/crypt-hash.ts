import { bcryptCosts, maxArgon2, maxCryptRounds } from './hash-cost.ts';
import type { ImportedPassword } from './imported-password.ts';

const bcryptForm = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const argon2Form =
  /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,9}),t=([1-9]\d{0,8}),p=([1-9]\d{0,2})\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{6,}$/;
const unixForms = [
  /^\$(?:1|apr1)\$[^$:\n]{0,8}\$[./A-Za-z0-9]{22}$/,
  /^\$5\$(?:rounds=\d{1,9}\$)?[^$:\n]{0,16}\$[./A-Za-z0-9]{43}$/,
  /^\$6\$(?:rounds=\d{1,9}\$)?[^$:\n]{0,16}\$[./A-Za-z0-9]{86}$/,
];

/**
 * Reads a hash of crypt, as a shadow file has it, of bcrypt or of argon2.
 *
 * @returns a text: why it cannot be used
 */
export function readCrypt(text: string): ImportedPassword | string {
  const faultOf = checks.find(([form]) => form.test(text))?.[1];
  return faultOf ? (faultOf(text) ?? { kind: 'hash', stored: text }) : unusable(text);
}

/** Checks of the cost by form. They return why a hash cannot be verified. */
const checks: readonly (readonly [RegExp, (text: string) => string | null])[] = [
  [bcryptForm, bcryptFault],
  [argon2Form, argon2Fault],
  ...unixForms.map((form) => [form, unixFault] as const),
];

function bcryptFault(text: string): string | null {
  const cost = Number(bcryptForm.exec(text)?.[1]);
  return cost < bcryptCosts.least || cost > bcryptCosts.most
    ? `bcrypt at cost ${cost}: ${bcryptCosts.least} to ${bcryptCosts.most} are verified`
    : null;
}

function argon2Fault(text: string): string | null {
  const [, memory = 0, passes = 0, lanes = 0] = (argon2Form.exec(text) ?? []).map(Number);
  if (memory < 8 * lanes) return `argon2 with m=${memory},p=${lanes}: too little memory`;
  const given = `argon2 with m=${memory},t=${passes}`;
  if (memory > maxArgon2.memory || passes > maxArgon2.passes)
    return `${given}: at most m=${maxArgon2.memory},t=${maxArgon2.passes} is verified`;
  return memory * passes > maxArgon2.memoryAndPasses
    ? `${given}: m times t may be at most ${maxArgon2.memoryAndPasses}`
    : null;
}

function unixFault(text: string): string | null {
  const rounds = Number(/\$rounds=(\d+)\$/.exec(text)?.[1] ?? 0);
  return rounds > maxCryptRounds
    ? `crypt with ${rounds} rounds: at most ${maxCryptRounds} are verified`
    : null;
}

function unusable(text: string): string {
  if (/^[!*]/.test(text)) return 'the password is locked';
  const method = /^\$([\w-]{1,16})\$/.exec(text)?.[1];
  if (method === undefined) return 'crypt by DES cannot be verified';
  return ['y', 'gy', '7'].includes(method)
    ? `crypt method $${method}$ (yescrypt, scrypt) cannot be verified`
    : `crypt method $${method}$ is not known, or the hash is not complete`;
}
