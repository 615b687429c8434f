import { sql } from 'kysely';
import { among, inOrganizations, ofUser, withoutUser } from '../gateway/person-conditions.ts';
import type { PersonalTable } from '../gateway/personal-table.ts';
import type { ModuleTables } from '../gateway/module.ts';
import { portalController } from './controller/portal-controller.ts';
import { portalPageVersion } from './page/page-version.ts';
import { portalPage } from './page/portal-page.ts';
import { portalService } from './page/portal-service.ts';
import { pendingLogin } from './step/pending-login.ts';

/** Longest wait for the first call of a controller. */
const revocationGraceMs = 60_000;

const revocations: PersonalTable = {
  table: 'portal_revocation',
  key: 'id',
  resource: null,
  belongsTo: (person) =>
    [sql`username = ${person.username}`, among('mac', person.stations)].map(
      (condition) => sql`${inOrganizations(person)} and ${condition}`,
    ),
  // The controller is called once at least.
  live: { condition: sql`attempts = 0`, forMs: revocationGraceMs },
};

/** Its address or number is that of its user; before the second step it only has a device. */
const pendingLogins: PersonalTable = {
  table: 'portal_pending_login',
  key: 'id',
  resource: pendingLogin,
  belongsTo: (person) => [
    ofUser(person),
    withoutUser(person, among('mac', person.stations)),
    withoutUser(person, sql`kind || ':' || subject || ':' || organization = ${person.username}`),
  ],
  identifiers: { mac: 'station' },
};

const payments: PersonalTable = {
  table: 'portal_payment',
  key: 'id',
  resource: null,
  belongsTo: (person) => [ofUser(person), withoutUser(person, among('mac', person.stations))],
  // What was paid stays in the books, without its guest.
  anonymize: () => ({ user: null, mac: '', ip: '' }),
};

export const tables: ModuleTables = {
  resources: [portalController, portalPage, portalPageVersion, portalService, pendingLogin],
  personal: [revocations, pendingLogins, payments],
};
