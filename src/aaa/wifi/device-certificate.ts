import { createPublicKey, generateKeyPair, X509Certificate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Store } from '../../store/store.ts';
import { issueCertificate, type Revocation } from '../../tls/issue.ts';
import { numberOfCertificate, type CertificateNumber } from '../../tls/revocation-list.ts';
import { openDeviceAuthority } from './device-authority.ts';

type Context = Pick<Gateway, 'store' | 'vault' | 'now'>;

/** The user of a device that gets a certificate. */
export interface CertificateOwner {
  readonly id: number;
  readonly organization: number;
  readonly username: string;
}

/** A certificate to issue. */
export interface CertificateRequest {
  readonly owner: CertificateOwner;
  /** Name of the device. */
  readonly name: string;
  readonly days: number;
  readonly publicKey: KeyObject;
}

/** An issued certificate. */
export interface IssuedCertificate {
  readonly id: number;
  readonly certificate: X509Certificate;
  readonly authority: X509Certificate;
}

/** Certificates of a user that are neither revoked nor expired. */
const maxCertificates = 20;
const dayMs = 86_400_000;

/**
 * Signs the certificate of a device, and records it: what is not recorded is not let in.
 *
 * @throws Fault `conflict` if the user has too many, or as the store
 */
export async function issueDeviceCertificate(
  context: Context,
  { owner, name, days, publicKey }: CertificateRequest,
): Promise<IssuedCertificate> {
  const { store } = context;
  const now = context.now();
  await checkCount(store, owner.id, now);
  const { certificate: authority, issuer } = await openDeviceAuthority(context);
  const notAfter = new Date(now.getTime() + days * dayMs);
  const pem = issueCertificate(
    {
      commonName: owner.username,
      publicKey,
      // A gateway with a clock that is behind accepts it as well.
      notBefore: new Date(now.getTime() - dayMs),
      notAfter,
      purpose: { kind: 'device', username: owner.username },
    },
    issuer,
  );
  const certificate = new X509Certificate(pem);
  const insert = store.db
    .insertInto('user_certificate')
    .values({
      user: owner.id,
      organization: owner.organization,
      name,
      serial: numberOfCertificate(certificate.raw).serial,
      fingerprint: certificate.fingerprint256,
      valid_to: notAfter.getTime(),
      revoked: null,
      created: now.getTime(),
    })
    .returning('id');
  const [written] = await store.write([insert]);
  return { id: Number(written?.rows[0]?.['id']), certificate, authority };
}

async function checkCount({ db }: Store, user: number, now: Date): Promise<void> {
  const row = await db
    .selectFrom('user_certificate')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('user', '=', user)
    .where('revoked', 'is', null)
    .where('valid_to', '>', now.getTime())
    .executeTakeFirstOrThrow();
  if (row.count >= maxCertificates)
    throw new Fault(
      'conflict',
      `The user has ${maxCertificates} valid certificates; revoke those of devices that are not used any more.`,
    );
}

const generate = promisify(generateKeyPair);

/** Generates the key of a device. @param isHighest  for the 192-bit mode of WPA3-Enterprise */
export async function generateDeviceKey(isHighest: boolean) {
  const { privateKey } = await generate('ec', { namedCurve: isHighest ? 'P-384' : 'P-256' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** Revokes a certificate: the gateways refuse it from now on. */
export function revokeCertificate({ db }: Store, id: number, at: Date) {
  return db
    .updateTable('user_certificate')
    .set({ revoked: at.getTime() })
    .where('id', '=', id)
    .where('revoked', 'is', null);
}

/** Lists the certificates that are revoked, the oldest first. @throws Fault if the store cannot be read */
export async function readRevocations({ db }: Store): Promise<readonly Revocation[]> {
  const rows = await db
    .selectFrom('user_certificate')
    .select(['serial', 'revoked'])
    .where('revoked', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ serial, revoked }) => ({ serial, at: new Date(revoked ?? 0) }));
}

/** Returns what changes with each revocation. @throws Fault if the store cannot be read */
export async function readRevocationVersion({ db }: Store): Promise<string> {
  const row = await db
    .selectFrom('user_certificate')
    .select((build) => [
      build.fn.countAll<number>().as('count'),
      build.fn.max('revoked').as('latest'),
    ])
    .where('revoked', 'is not', null)
    .executeTakeFirstOrThrow();
  return `${row.count}/${row.latest ?? ''}`;
}

/** Returns the digest of the name of a CA, as the certificates that it has signed have it. */
export function issuerOf(authority: X509Certificate): string {
  // It has signed itself.
  return numberOfCertificate(authority.raw).issuer;
}

/** Returns why a certificate of the CA of devices is refused to a user; null: it is not. @throws Fault if the store cannot be read */
export async function findCertificateFault(
  { db }: Store,
  { serial }: Pick<CertificateNumber, 'serial'>,
  user: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('user_certificate')
    .select(['user', 'revoked'])
    .where('serial', '=', serial)
    .executeTakeFirst();
  if (!row) return 'the gateway does not know the certificate of the device';
  if (row.revoked !== null) return 'the certificate of the device is revoked';
  return row.user === user ? null : 'the certificate of the device is of another user';
}
