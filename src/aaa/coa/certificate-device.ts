import { sql, type Generated } from 'kysely';
import { canonicalMac } from '../../contract/fields.ts';
import type { StoreAndClock } from '../../gateway/gateway.ts';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';
import { scheduleChange } from './authorization-change-queue.ts';

/* Devices by the certificates that they have logged in with: a revocation ends their sessions. */

declare module '../../contract/tables.ts' {
  interface Tables {
    aaa_certificate_device: {
      id: Generated<number>;
      user: number;
      /** Canonical. */
      mac: string;
      /** Digest of the name of the CA. */
      issuer: string;
      serial: string;
      last_used: number;
    };
  }
}

/** A login of a device by its certificate. */
export interface CertificateLogin {
  /** Id of the user. */
  readonly user: number;
  /** As its NAS spells it; null: not known. */
  readonly station: string | null;
  readonly issuer: string;
  readonly serial: string;
  readonly at: Date;
}

/** Records the certificate of a device; its former one no longer counts. Empty without an address of the device. */
export function recordCertificateLogin(
  { db }: Store,
  { user, station, issuer, serial, at }: CertificateLogin,
): readonly Statement[] {
  const mac = station === null ? null : canonicalMac(station);
  if (mac === null) return [];
  const used = { issuer, serial, last_used: at.getTime() };
  const insert = db.insertInto('aaa_certificate_device').values({ user, mac, ...used });
  return [
    compileStatement(
      insert.onConflict((conflict) => conflict.columns(['user', 'mac']).doUpdateSet(used)),
    ),
  ];
}

const serialsPerRead = 500;

/** Has the NASes end the open sessions of devices with revoked certificates of a CA. @throws Fault if the store fails */
export async function endRevokedSessions(
  gateway: StoreAndClock,
  { issuer, serials }: { readonly issuer: string; readonly serials: readonly string[] },
): Promise<void> {
  for (let from = 0; from < serials.length; from += serialsPerRead) {
    const page = serials.slice(from, from + serialsPerRead);
    const found = await readOpenSessions(gateway.store, issuer, page);
    const ended = found.filter(
      ({ callingstationid: station, mac }) => station !== null && canonicalMac(station) === mac,
    );
    if (ended.length > 0) await gateway.store.write(ended.map((one) => disconnect(gateway, one)));
  }
}

type OpenSession = Awaited<ReturnType<typeof readOpenSessions>>[number];

/** Reads the open sessions of the users of certificates, but for those that have been sent a change for this reason. */
function readOpenSessions({ db }: Store, issuer: string, serials: readonly string[]) {
  return db
    .selectFrom('aaa_certificate_device as d')
    .innerJoin('aaa_accounting as a', 'a.user', 'd.user')
    .innerJoin('aaa_client as c', 'c.id', 'a.client')
    .select(['d.mac', 'd.serial', 'c.organization', 'c.id as client', 'a.radacctid'])
    .select(['a.user', 'a.username', 'a.callingstationid'])
    .where('d.issuer', '=', issuer)
    .where('d.serial', 'in', serials)
    .where('a.acctstoptime', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from aaa_authorization_change as x where x.session = a.radacctid
        and x."trigger" = 'certificate' and x.status <> 'canceled')`,
    )
    .execute();
}

function disconnect(
  gateway: StoreAndClock,
  { radacctid, organization, client, user, username, serial }: OpenSession,
): Statement {
  return scheduleChange(gateway, {
    organization,
    client,
    session: radacctid,
    user,
    username,
    kind: 'disconnect',
    trigger: 'certificate',
    reason: `the certificate with the serial number ${serial} is revoked`,
    attributes: [],
    requestedBy: null,
  });
}
