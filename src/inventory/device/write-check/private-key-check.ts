import type { Adapter } from '../../../contract/adapter.ts';
import { asFault, Fault } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/fields.ts';
import { Secret } from '../../../contract/secret.ts';
import type { Row } from '../../../store/query/row-serialization.ts';

/** A private key of a body, and the passphrases that the body has for it. */
interface GivenKey {
  readonly field: string;
  readonly key: string;
  readonly adapter: Adapter;
  readonly passphrases: readonly string[];
}

/**
 * Checks the private keys that a body sets. An encrypted one without a passphrase in the body is left for the login if
 * a stored row may have it.
 *
 * @param mayHavePassphrase  true if the body changes a row, or names a profile: they may have a passphrase
 * @throws Fault `invalid` naming the field, without key and passphrase
 */
export async function checkPrivateKeys(
  adapters: ReadonlyMap<string, Adapter>,
  body: Row,
  mayHavePassphrase: boolean,
): Promise<void> {
  for (const given of keysOf(adapters, body)) {
    const reason = await faultOf(given);
    if (reason === null) continue;
    const isEncrypted =
      given.key.includes('ENCRYPTED') || /encrypted|passphrase|decrypt/i.test(reason);
    const hasPassphrase = given.passphrases.length > 0;
    if (isEncrypted && !hasPassphrase && mayHavePassphrase) continue;
    throw Fault.field(given.field, isEncrypted ? adviceFor(given) : `${reason}.`);
  }
}

function keysOf(adapters: ReadonlyMap<string, Adapter>, body: Row): readonly GivenKey[] {
  const byProtocol = isRecord(body['credentials']) ? body['credentials'] : {};
  const own = [...adapters.values()]
    .filter((adapter) => adapter.checkPrivateKey !== undefined)
    .map((adapter) => {
      const credentials: unknown = byProtocol[adapter.name];
      const { private_key: key, private_key_passphrase } = isRecord(credentials) ? credentials : {};
      const passphrases =
        typeof private_key_passphrase === 'string' ? [private_key_passphrase] : [];
      return { field: `credentials.${adapter.name}.private_key`, key, adapter, passphrases };
    });
  const [first] = own;
  const passphrases = own.flatMap((one) => one.passphrases);
  const common = first && { ...first, field: 'private_key', key: body['private_key'], passphrases };
  return [...(common ? [common] : []), ...own].flatMap(({ key, ...one }) =>
    typeof key === 'string' ? [{ ...one, key }] : [],
  );
}

/** Returns why a key cannot be used with any of its passphrases; null if it can be. */
async function faultOf({ key, adapter, passphrases }: GivenKey): Promise<string | null> {
  let reason: string | null = null;
  const tried = passphrases.length > 0 ? passphrases.map((text) => new Secret(text)) : [undefined];
  for (const passphrase of tried)
    try {
      await adapter.checkPrivateKey?.(new Secret(key), passphrase);
      return null;
    } catch (error) {
      const fault = asFault(error);
      if (fault === null) throw error;
      reason = fault.message;
    }
  return reason;
}

function adviceFor({ adapter, passphrases }: GivenKey): string {
  const place = `credentials.${adapter.name}.private_key_passphrase`;
  return passphrases.length > 0
    ? `The private key is encrypted, and the passphrase in ${place} does not decrypt it.`
    : `The private key is encrypted: its passphrase is missing in ${place}.`;
}
