import { sql } from 'kysely';
import { ofUser, withoutUser } from '../gateway/person-conditions.ts';
import type { PersonalTable } from '../gateway/personal-table.ts';
import type { ModuleTables } from '../gateway/module.ts';
import { auditEntry } from './audit/audit-entry.ts';
import { privacyJob } from './privacy/privacy-job.ts';

const audit: PersonalTable = {
  table: 'audit',
  key: 'id',
  resource: auditEntry,
  belongsTo: (person) => [ofUser(person), withoutUser(person, sql`username = ${person.username}`)],
  anonymize: (pseudonym) => ({ user: null, username: pseudonym, remote_address: null }),
};

export const tables: ModuleTables = {
  resources: [auditEntry, privacyJob],
  growth: [
    { retention: 'audit', table: 'audit', key: 'id', timeColumn: 'datetime' },
    {
      retention: 'transactions',
      table: 'privacy_job',
      key: 'id',
      timeColumn: 'created_at',
      mayDelete: () => sql`completed_at is not null and next_at is null`,
    },
  ],
  personal: [audit],
};
