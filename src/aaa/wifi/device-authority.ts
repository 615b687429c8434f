import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
} from 'node:crypto';
import { Secret } from '../../contract/secret.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { issueCertificate, type Issuer } from '../../tls/issue.ts';
import { authorityYears } from '../../tls/own-authority.ts';

/* The CA of devices. It is in the store, since all gateways of a store trust its certificates. */

declare module '../../contract/tables.ts' {
  interface Tables {
    /** One row, which the first certificate of a device creates. */
    device_authority: {
      id: number;
      /** PEM. */
      certificate: string;
      /** PEM, sealed. */
      private_key: string;
    };
  }
}

const place = 'device_authority.private_key';
const onlyRow = 1;

/** Columns with sealed values that no resource has. */
export const sealedAuthorityColumns = [
  { table: 'device_authority', column: 'private_key', place },
] as const;

type Context = Pick<Gateway, 'store' | 'vault'>;

/** The CA of devices. */
export interface DeviceAuthority {
  readonly certificate: X509Certificate;
  readonly issuer: Issuer;
}

/** Opens the CA of devices; null: no device has had a certificate yet. @throws Fault if the store cannot be read */
export async function findDeviceAuthority({
  store,
  vault,
}: Context): Promise<DeviceAuthority | null> {
  const row = await store.db
    .selectFrom('device_authority')
    .select(['certificate', 'private_key'])
    .executeTakeFirst();
  if (!row) return null;
  const certificate = new X509Certificate(row.certificate);
  const privateKey = createPrivateKey(vault.open(row.private_key, place).reveal());
  const commonName = certificate.subject.replace(/^CN=/, '');
  return { certificate, issuer: { commonName, publicKey: certificate.publicKey, privateKey } };
}

/** Opens the CA of devices, or creates it; of several gateways one does. @throws Fault if the store fails */
export async function openDeviceAuthority(context: Context): Promise<DeviceAuthority> {
  const found = await findDeviceAuthority(context);
  if (found) return found;
  const { store } = context;
  await store.write([
    store.db
      .insertInto('device_authority')
      .values(createAuthority(context))
      .onConflict((conflict) => conflict.column('id').doNothing()),
  ]);
  const created = await findDeviceAuthority(context);
  if (!created) throw new Error('the CA of devices was created, and is not there');
  return created;
}

/** The key is one of P-384, so that its certificates serve in the 192-bit mode of WPA3-Enterprise as well. */
function createAuthority({ vault }: Context) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const publicKey = createPublicKey(privateKey);
  const commonName = 'Gatehouse CA of devices';
  const [notBefore, notAfter] = authorityYears;
  const purpose = { kind: 'authority' } as const;
  const content = { commonName, publicKey, notBefore, notAfter, purpose };
  const certificate = issueCertificate(content, { commonName, publicKey, privateKey });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { id: onlyRow, certificate, private_key: vault.seal(new Secret(pem), place) };
}
