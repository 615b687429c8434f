import { severities } from '../delivery/severity.ts';
import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import {
  dateTime,
  id,
  keysOf,
  name,
  nullable,
  parseTime,
  reference,
  text,
} from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { kindFields, type AlertKind } from './alert-kind.ts';
import { alertKinds } from './alert-kinds.ts';

export const operators = ['>', '>=', '<', '<='] as const;

const labels = Type.Record(Type.String(), Type.String({ maxLength: 512 }), {
  maxProperties: 16,
  description: 'only series of the gateway that have these labels; null: all',
});

const maxSeconds = 604_800;
const seconds = (description: string) =>
  Type.Integer({ minimum: 0, maximum: maxSeconds, description });

/** A condition that raises alerts for devices of an organization and of all organizations below it. */
export const alertRule = resource({
  name: 'alert_rule',
  title: 'an alert rule',
  plural: 'alert rules',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization; the rule holds for it and those below it'),
    name: name(),
    description: text(),
    kind: Type.Enum([...keysOf(alertKinds)], {
      description: Object.entries(alertKinds)
        .map(([kind, { description }]) => `${kind}: ${description}`)
        .join('; '),
    }),
    severity: Type.Enum([...severities]),
    location: nullable(reference('a location; devices there and below it. null: everywhere')),
    type: nullable(reference('an inventory_type; null: any')),
    device: nullable(reference('an inventory_device; null: any')),
    metric: nullable(name({ description: 'name of the metric of a threshold' })),
    labels: nullable(labels),
    operator: Type.Unsafe<(typeof operators)[number] | null>({
      type: ['string', 'null'],
      enum: [...operators, null],
    }),
    threshold: nullable(
      Type.Number({
        description: 'the condition is `result of the metric` `operator` `threshold`',
      }),
    ),
    clear_threshold: nullable(
      Type.Number({
        description: 'the condition ends only beyond this value; null: beyond `threshold`',
      }),
    ),
    polls: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'results in a row that fulfil the condition before it fires',
    }),
    seconds: seconds('time that the condition must hold before the rule fires'),
    clear_seconds: seconds(
      'time that the condition must be over before the alert is resolved; doubles each time that an alert flaps, up to 16 times',
    ),
    starts_at: nullable(dateTime({ description: 'begin of a maintenance; null: now' })),
    ends_at: nullable(dateTime({ description: 'end of a maintenance; null: open' })),
    is_active: Type.Boolean(),
    created_at: dateTime(),
    updated_at: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'created_at', 'updated_at'],
  defaults: {
    description: '',
    severity: 'warning',
    location: null,
    type: null,
    device: null,
    metric: null,
    labels: null,
    operator: null,
    threshold: null,
    clear_threshold: null,
    polls: 1,
    seconds: 60,
    clear_seconds: 60,
    starts_at: null,
    ends_at: null,
    is_active: true,
  },
  scope: 'organization',
  references: {
    location: { table: 'location', scope: 'organization' },
    type: { table: 'inventory_type', slug: 'short_name', scope: 'shared' },
    device: { table: 'inventory_device', scope: 'organization' },
  },
  timestamps: { created: 'created_at', changed: 'updated_at' },
  filters: {},
  lookups: ['id', 'name', 'organization', 'kind', 'severity', 'metric', 'is_active', 'updated_at'],
  databaseDefaults: ['description', 'is_active'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    alert_rule: TableOf<typeof alertRule>;
  }
}

/** Endings of the message about a field that a kind refuses, where they say more than that. */
const refusals: Readonly<Record<string, string>> = { polls: 'has no polls; use seconds' };

/**
 * Validates a rule: each kind has its own fields.
 *
 * @param fields  the fields of the body
 * @param before  the rule that they change, as the API shows it
 * @throws Fault `invalid` naming the field
 */
export function validateAlertRule(
  fields: Row,
  before: Row = {},
  kinds: Readonly<Record<string, AlertKind>> = alertKinds,
): Row {
  const rule: Row = { ...alertRule.defaults, ...before, ...fields };
  const kind = kinds[String(rule['kind'])];
  if (kind === undefined) throw Fault.field('kind', `Expected one of ${keysOf(kinds).join(', ')}.`);
  checkFields(rule, kind);
  checkOrder(rule);
  return fields;
}

function checkFields(rule: Row, { fields }: AlertKind): void {
  for (const field of kindFields) {
    const use = fields[field];
    const isSet = (rule[field] ?? null) !== (alertRule.defaults[field] ?? null);
    if (use === 'optional' || isSet === (use === 'required')) continue;
    const ending =
      use === 'required' ? 'needs this field' : (refusals[field] ?? 'does not have this field');
    throw Fault.field(field, `A rule of kind ${String(rule['kind'])} ${ending}.`);
  }
}

function checkOrder(rule: Row): void {
  const { starts_at, ends_at, threshold, clear_threshold, operator } = rule;
  const [begin, end] = [starts_at, ends_at].map((at) =>
    typeof at === 'string' ? parseTime(at) : null,
  );
  if (typeof begin === 'number' && typeof end === 'number' && end <= begin)
    throw Fault.field('ends_at', 'Expected a time after starts_at.');
  if (typeof threshold !== 'number' || typeof clear_threshold !== 'number') return;
  const isAbove = operator === '>' || operator === '>=';
  if (isAbove ? clear_threshold > threshold : clear_threshold < threshold)
    throw Fault.field(
      'clear_threshold',
      `Expected at ${isAbove ? 'most' : 'least'} the threshold, ${threshold}.`,
    );
}
