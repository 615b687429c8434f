import { readFileSync } from 'node:fs';
import { Secret } from '../../../src/contract/secret.ts';

/** A packet with its source named in its file: hexadecimal octets, the secret, and its description. */
export interface Vector {
  readonly secret: Secret;
  readonly password: string | undefined;
  readonly request: Buffer;
  readonly reply: Buffer | undefined;
}

/** @param name  of a file in fixtures/radius, without `.txt` */
export function readVector(name: string): Vector {
  const text = readFileSync(`fixtures/radius/${name}.txt`, 'utf8').replaceAll(/^#.*\n/gm, '');
  const fields = new Map(
    [...text.matchAll(/^(\w+):\s*((?:.|\n\s)*)/gm)].map(([, key, value]) => [key, value]),
  );
  const octets = (key: string) => Buffer.from((fields.get(key) ?? '').replaceAll(/\s/g, ''), 'hex');
  return {
    secret: new Secret(fields.get('secret')?.trim() ?? ''),
    password: fields.get('password')?.trim(),
    request: octets('request'),
    reply: fields.has('reply') ? octets('reply') : undefined,
  };
}
