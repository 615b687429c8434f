import { isSecretAttribute } from '../contract/attribute-dictionary.ts';
import type { Caller } from '../contract/caller.ts';
import { isRecord } from '../contract/fields.ts';

const mask = '***';

/** True for callers who could set the secrets that replies show: administrators, except by a token for reading only. */
export function maySeeSecrets({ role, mayWrite }: Caller): boolean {
  return role === 'admin' && mayWrite;
}

/** Returns a reply with masked values of secret attributes. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isRecord(value)) return value;
  const { attribute } = value;
  const isSecret = typeof attribute === 'string' && isSecretAttribute(attribute);
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      isSecret && field === 'value' ? mask : maskSecrets(inner),
    ]),
  );
}
