import { sql } from 'kysely';
import { among, inOrganizations } from '../gateway/person-conditions.ts';
import type { PersonalTable } from '../gateway/personal-table.ts';
import type { ModuleTables } from '../gateway/module.ts';
import { portalController } from './controller/portal-controller.ts';
import { portalPage } from './page/portal-page.ts';

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

export const tables: ModuleTables = {
  resources: [portalController, portalPage],
  personal: [revocations],
};
