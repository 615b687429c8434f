import { Type, type TObject } from 'typebox';
import type { Caller } from '../contract/caller.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Resource } from '../contract/resource.ts';
import type { SoldAt, SoldLimits } from '../gateway/limit-warnings.ts';
import type { Row } from './resource-access.ts';
import { readableSchema } from './resource-schema.ts';

/** The field of a reply to a change; absent: nothing is known that would not be carried out. */
export const warningsField = {
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      'x-extension': true,
      description:
        'limits that access points of the site do not carry out, as far as their vendors are known: by portal controllers, and by `vendor` of access points; only in the reply of a change',
    }),
  ),
};

/** Returns the reply of a resource whose changes may have warnings, for its endpoints. */
export function withWarningsField(of: Resource): {
  readonly reply: TObject;
  readonly addedFields: readonly string[];
} {
  const reply = Type.Object({ ...readableSchema(of).properties, ...warningsField });
  return { reply, addedFields: Object.keys(warningsField) };
}

/** Limits, and where they are sold; null: what is changed sells none. */
export type Sale = { readonly limits: SoldLimits; readonly site: SoldAt } | null;

interface Access {
  readonly gateway: Gateway;
  readonly caller: Caller;
}

/** Adds to what a change has made the limits that are not carried out. */
export async function withWarnings<T extends Row>(
  { gateway, caller }: Access,
  shown: T,
  sale: Sale,
): Promise<T & { readonly warnings?: readonly string[] }> {
  const warnings = sale ? await gateway.limitWarnings.find(sale.limits, sale.site, caller) : [];
  return warnings.length === 0 ? shown : { ...shown, warnings };
}
