import type { Statement } from '../store.ts';

/** Octets of a value beside text and blobs, and of what surrounds one. */
const octetsOfValue = 16;

/** Estimates the memory of statements while they wait: two octets for each character, as text beyond Latin-1 takes. */
export function octetsOf(statements: readonly Statement[]): number {
  let octets = 0;
  for (const { parameters } of statements)
    for (const parameter of parameters) octets += octetsOfValue + sizeOf(parameter);
  return octets;
}

function sizeOf(parameter: unknown): number {
  if (typeof parameter === 'string') return parameter.length * 2;
  return ArrayBuffer.isView(parameter) ? parameter.byteLength : 0;
}
