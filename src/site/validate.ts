import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Type, type TSchema } from 'typebox';
import { hasAttributeLists } from '../contract/attribute-dictionary.ts';
import { nullable, typesOf } from '../contract/fields.ts';
import type { Resource } from '../contract/resource.ts';
import { ajvOptions, describeError, joinUnions } from '../contract/schema.ts';
import { isWriteOnly, type Row } from '../store/query/row-serialization.ts';
import type { FaultList } from './faults.ts';
import type { SiteEntry } from './site-file.ts';
import { mapSecretValues } from './secret-attributes.ts';
import {
  AbsentSecret,
  resolveSecret,
  type SecretKind,
  type SecretSources,
} from './secret-reference.ts';
import type { Section } from './section.ts';

/** An object of a site file that is valid by its schema; its secrets are in clear. */
export interface ValidatedEntry extends SiteEntry {
  readonly isAbsent: boolean;
  /** Fields without a value, because their secrets are absent. */
  readonly absentSecrets: ReadonlySet<string>;
}

const ajv = new Ajv({ ...ajvOptions, verbose: true });
/** Checks of sections by their resources: sections are created for each file. */
const checks = new WeakMap<Resource, ValidateFunction>();

/** Validates objects, resolves their secrets and omits objects with a fault. */
export function validateEntries(
  entries: readonly SiteEntry[],
  sources: SecretSources,
  faults: FaultList,
): ValidatedEntry[] {
  return entries.flatMap((entry) => {
    const before = faults.faults.length;
    const isAbsent = entry.fields.state === 'absent';
    const absentSecrets = new Set<string>();
    const fields = isAbsent
      ? nameOf(entry)
      : withSecrets(entry, { sources, faults, absentSecrets });
    const check = checkOf(entry.section);
    if (!check(fields)) addErrors(entry, check.errors ?? [], faults);
    return faults.faults.length > before
      ? []
      : [{ ...entry, fields: withoutState(fields), isAbsent, absentSecrets }];
  });
}

function checkOf(section: Section): ValidateFunction {
  const check = checks.get(section.resource) ?? ajv.compile(fileSchema(section));
  checks.set(section.resource, check);
  return check;
}

function withoutState(fields: Row): Row {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== 'state'));
}

/** Returns the fields that objects of a section may have, with their schemas. */
export function siteFileFields({
  resource,
  extraFields,
  references,
  referenceLists = {},
}: Section): Record<string, TSchema> {
  const readOnly: readonly string[] = resource.readOnly;
  const own = Object.entries(resource.schema.properties).filter(
    ([field]) => !readOnly.includes(field),
  );
  const named = own.map(([field, schema]): [string, TSchema] => [
    field,
    fileSchemaOf(schema, { isName: field in references, isList: field in referenceLists }),
  ]);
  const fields = { ...Object.fromEntries(named), ...extraFields };
  return 'organization' in fields
    ? { ...fields, organization: nameOfOther(fields.organization) }
    : fields;
}

function fileSchemaOf(
  schema: TSchema,
  { isName, isList }: { readonly isName: boolean; readonly isList: boolean },
): TSchema {
  if (isList) return Type.Array(nameOfOther(undefined), { uniqueItems: true });
  return isName ? nameOfOther(schema) : schema;
}

function nameOfOther(schema: TSchema | undefined): TSchema {
  const name = Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'the name of another object',
  });
  const type: unknown = schema && 'type' in schema ? schema.type : undefined;
  return Array.isArray(type) && type.includes('null') ? nullable(name) : name;
}

function fileSchema(section: Section): TSchema {
  const { [section.key]: key, ...others } = siteFileFields(section);
  const state = Type.Enum(['present', 'absent'], { description: 'present or absent' });
  const optional = Object.entries({ ...others, state }).map(
    ([field, schema]): [string, TSchema] => [field, Type.Optional(schema)],
  );
  return Type.Object(
    {
      ...(key && { [section.key]: key }),
      ...Object.fromEntries(optional),
    },
    { additionalProperties: false },
  );
}

/** Returns the fields that identify an object to remove; its other fields are ignored. */
function nameOf({ section, fields }: SiteEntry): Row {
  const { [section.key]: key, organization } = fields;
  return {
    ...(key !== undefined && { [section.key]: key }),
    ...(organization !== undefined && { organization }),
  };
}

interface SecretSearch {
  readonly sources: SecretSources;
  readonly faults: FaultList;
  readonly absentSecrets: Set<string>;
}

function withSecrets(entry: SiteEntry, { sources, faults, absentSecrets }: SecretSearch): Row {
  const schemas = siteFileFields(entry.section);
  const followed = Object.entries(entry.fields).flatMap(([field, value]): [string, unknown][] => {
    const schema = schemas[field];
    if (!schema) return [[field, structuredClone(value)]];
    try {
      return [[field, withoutReferences(schema, value, sources)]];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (sources.mayBeAbsent && error instanceof AbsentSecret) {
        faults.addAbsent(entry, field, reason);
        absentSecrets.add(field);
      } else faults.add(entry, field, reason);
      return [];
    }
  });
  return Object.fromEntries(followed);
}

function kindOf(schema: TSchema): SecretKind {
  if (!typesOf(schema).includes('object')) return 'text';
  return 'properties' in schema ? 'object' : 'record';
}

function withoutReferences(schema: TSchema, value: unknown, sources: SecretSources): unknown {
  if (isWriteOnly(schema)) return resolveSecret(value, kindOf(schema), sources);
  const copy: unknown = structuredClone(value);
  return hasAttributeLists(schema)
    ? mapSecretValues(copy, (reference) => resolveSecret(reference, 'text', sources))
    : copy;
}

function addErrors(entry: SiteEntry, errors: readonly ErrorObject[], faults: FaultList): void {
  for (const error of joinUnions(errors))
    faults.add(entry, describeError(error).path, describeFault(error, entry.section));
}

function describeFault(error: ErrorObject, section: Section): string {
  const { keyword, expected } = describeError(error);
  if (keyword === 'required') return 'is missing';
  if (keyword === 'additionalProperties')
    return `unknown field${error.instancePath === '' ? `; there are ${knownFields(section)}` : ''}`;
  if (keyword === 'enum') return `expected one of ${expected}`;
  return `expected ${expected}`;
}

function knownFields(section: Section): string {
  return [...Object.keys(siteFileFields(section)), 'state'].join(', ');
}
