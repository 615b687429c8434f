import { nameKey, typeKey } from '../object/natural-key.ts';

/** Fields that hold the id of another object, which a source names. */
export const references = {
  type: typeKey,
  profile: nameKey('aaa_profile'),
  location: nameKey('location'),
  connection_profile: nameKey('inventory_connection_profile'),
} as const;

/** An object that a field refers to. */
export interface SourceReference {
  readonly field: keyof typeof references;
  readonly name: string;
}

/** An object of a source, as the body of the request that creates it. */
export interface SourceObject {
  readonly resource:
    'aaa_client' | 'aaa_profile' | 'inventory_device' | 'location' | 'user' | 'user_token';
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly references?: readonly SourceReference[];
  /** Differences from the source, as text. */
  readonly notes: readonly string[];
  /** The reason why the object cannot be imported, or null. */
  readonly refusal: string | null;
}

/** Returns the reference of a field, or null if the field refers to no other object. */
export function referenceOf(field: string, name: string): SourceReference | null {
  return isReference(field) ? { field, name } : null;
}

function isReference(field: string): field is keyof typeof references {
  return Object.hasOwn(references, field);
}

/** True if the source has objects that refer to this one: it is written before them. */
export function isReferenced({ resource }: SourceObject): boolean {
  return Object.values(references).some(({ table }) => table === resource);
}
