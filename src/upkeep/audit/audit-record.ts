import type { AuditRecord } from '../../gateway/gateway.ts';
import { selectFirstOrganization } from '../../organization/tree-query.ts';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';

/** Returns the statement that writes records to the audit; those without an organization to the first one. */
export function insertAuditRecords(
  { db }: Pick<Store, 'db'>,
  records: readonly AuditRecord[],
): Statement {
  const rows = records.map(({ fields, organization, ...others }) => ({
    ...others,
    organization: organization ?? selectFirstOrganization(),
    fields: JSON.stringify(fields),
  }));
  return compileStatement(db.insertInto('audit').values(rows));
}
