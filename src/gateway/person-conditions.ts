import { sql, type RawBuilder } from 'kysely';
import type { Person } from './personal-table.ts';

/* Conditions of personal tables: which rows are a person's. */

/** Matches rows of the user. */
export const ofUser = ({ user: id }: Person) => sql`"user" = ${id}`;

/** Matches rows with one of the values. */
export function among(column: string, values: readonly (string | number)[]): RawBuilder<unknown> {
  return values.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(values)})`;
}

/** Matches rows in the person's organizations. */
export const inOrganizations = ({ organizations }: Person) => among('organization', organizations);

/** Matches rows of no user, in the person's organizations. */
export function withoutUser(person: Person, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`"user" is null and ${inOrganizations(person)} and ${condition}`;
}

/** Matches rows of the user, and rows without a user that have its name or one of its devices. */
export function byUserNameAndStation(station: string) {
  return (person: Person) => [
    ofUser(person),
    withoutUser(person, sql`username = ${person.username}`),
    withoutUser(person, among(station, person.stations)),
  ];
}
