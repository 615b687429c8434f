/** Fields that refer to an object by its id, which a source names. */
const named = {
  type: 'inventory_type',
  profile: 'aaa_profile',
  location: 'location',
  connection_profile: 'inventory_connection_profile',
} as const;

export type NamedResource = (typeof named)[keyof typeof named];

/** An object that a field refers to. */
export interface NamedObject {
  readonly field: string;
  readonly resource: NamedResource;
  readonly name: string;
}

/** An object to be made or changed. */
export interface DesiredObject {
  readonly resource: 'aaa_client' | 'inventory_device' | 'user' | 'user_token' | NamedResource;
  /** The name of the object. */
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly references?: readonly NamedObject[];
  /** What differs from the source, in words. */
  readonly notes: readonly string[];
  /** Why it cannot be taken over; null: it can. */
  readonly refusal: string | null;
}

/** Returns the object of this name that a field refers to; null: the field refers to none. */
export function referenceOf(field: string, name: string): NamedObject | null {
  const found = Object.entries(named).find(([one]) => one === field);
  return found ? { field, resource: found[1], name } : null;
}

/** True if other objects may refer to one of this resource by its name. */
export function mayBeNamed(resource: DesiredObject['resource']): resource is NamedResource {
  return Object.values(named).some((one) => one === resource);
}

/** Returns the field with the name of an object. */
export function namesOf(resource: NamedResource): string {
  return resource === 'inventory_type' ? 'short_name' : 'name';
}
