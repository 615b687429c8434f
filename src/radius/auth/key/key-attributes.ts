import type { FoundKey } from '../../../aaa/key/network-keys.ts';
import type { ReplyItem } from '../../../aaa/policy/authorization/authorization.ts';
import { deriveMasterKey } from '../../../protocol/eapol/pairwise-master-key.ts';
import type { KeyAttribute, KeyForm } from './key-vendors.ts';

/** A key to give; its master key is null until a form needs it. */
export interface GivenKey extends Pick<FoundKey, 'key'> {
  readonly masterKey: Buffer | null;
  /** The network of the device; null: the request does not name it. */
  readonly ssid: string | null;
}

const octets = (value: Buffer) => `0x${value.toString('hex')}`;

/** Makes the value of each form, as text of the dictionary's data type. Null: it needs the network of the device. */
const forms: Readonly<Record<KeyForm, (given: GivenKey) => string | Promise<string | null>>> = {
  text: ({ key: { key } }) => key.reveal(),
  octets: ({ key: { key } }) => octets(Buffer.from(key.reveal())),
  master_key: async (given) => {
    const masterKey = await masterKeyOf(given);
    return masterKey && octets(masterKey);
  },
  nul_and_master_key: async (given) => {
    const masterKey = await masterKeyOf(given);
    return masterKey && octets(Buffer.concat([Buffer.from([0]), masterKey]));
  },
  psk_mode_pair: () => 'psk-mode=ascii',
  psk_pair: ({ key: { key } }) => `psk=${key.reveal()}`,
};

async function masterKeyOf({ key, masterKey, ssid }: GivenKey): Promise<Buffer | null> {
  if (masterKey) return masterKey;
  return ssid === null ? null : deriveMasterKey(key.key, ssid);
}

/** Returns the attributes that give a key to a NAS; null: one needs the network of the device, which the request does not name. */
export async function keyItems(
  attributes: readonly KeyAttribute[],
  given: GivenKey,
): Promise<readonly ReplyItem[] | null> {
  const items: ReplyItem[] = [];
  for (const { name, form } of attributes) {
    const value = await forms[form](given);
    if (value === null) return null;
    items.push({ name, value });
  }
  return items;
}
