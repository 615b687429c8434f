import type { GeneratedAlways } from 'kysely';
import { Type } from 'typebox';
import { dateTime, extension, name, nullable, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';
import { severities } from '../delivery/severity.ts';

export const alertStates = ['firing', 'acknowledged', 'resolved'] as const;

const historyEntry = Type.Object({
  datetime: dateTime(),
  state: text(),
  message: text(),
  user: nullable(text({ description: 'username; null: the gateway itself' })),
});

/** A condition that held for as long as its rule tolerates, from then until it ended. */
export const alert = resource({
  name: 'alert',
  relation: (_dialect, ownColumns) => `
    select ${ownColumns('a')}, d.name as device_name
    from alert a left join inventory_device d on d.id = a.device`,
  title: 'an alert',
  plural: 'alerts',
  schema: Type.Object({
    id: Type.String({ format: 'uuid' }),
    organization: Type.Integer(),
    rule: nullable(Type.Integer({ description: 'null: the rule was deleted' })),
    rule_name: name(),
    kind: text(),
    severity: Type.Enum([...severities]),
    state: Type.Enum([...alertStates]),
    device: nullable(Type.Integer()),
    device_name: nullable(text()),
    subject: text({
      description: 'parameter of the metric, or gateway and labels of a gateway metric',
    }),
    value: nullable(Type.Number({ description: 'the last result of the metric' })),
    threshold: nullable(Type.Number()),
    message: text(),
    flaps: Type.Integer({
      description: 'how often the condition has come back before or soon after it was resolved',
    }),
    started_at: dateTime({ description: 'since when the condition was fulfilled' }),
    fired_at: dateTime(),
    acknowledged_at: nullable(dateTime()),
    acknowledged_by: nullable(text({ description: 'username' })),
    resolved_at: nullable(dateTime()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    state: { column: 'state', operator: '=' },
    severity: { column: 'severity', operator: '=' },
    kind: { column: 'kind', operator: '=' },
    device: { column: 'device', operator: '=', schema: Type.Integer() },
    rule: { column: 'rule', operator: '=', schema: Type.Integer() },
    fired_at__gte: { column: 'fired_at', operator: '>=', schema: dateTime() },
    fired_at__lte: { column: 'fired_at', operator: '<=', schema: dateTime() },
  },
  computed: ['device_name'],
  accessPaths: { columns: ['device'] },
  order: { column: 'fired_at', direction: 'desc' },
  paging: 'cursor',
});

/** An alert with its history, as its own address shows it. */
export const alertWithHistory = Type.Object({
  ...alert.schema.properties,
  history: extension(Type.Array(historyEntry, { description: 'the oldest first' })),
});

declare module '../../contract/tables.ts' {
  interface Tables {
    alert: TableOf<typeof alert>;
    alert_history: {
      id: GeneratedAlways<number>;
      organization: number;
      alert: string;
      datetime: number;
      state: string;
      message: string;
      user: string | null;
    };
    /** A condition that is fulfilled, or was until a moment ago: of a rule, a device and a subject. */
    alert_condition: {
      key: string;
      rule: number;
      organization: number;
      device: number | null;
      subject: string;
      value: number | null;
      message: string | null;
      /** Last measurement by the gateway that owns the metric; null: not yet, or not a metric of a gateway. */
      measured_at: number | null;
      /** Results in a row that fulfil it. */
      polls: number;
      violated_since: number;
      /** Time since when it is no longer fulfilled; null: it is. */
      clear_since: number | null;
      flaps: number;
      /** Reason for not firing. */
      suppressed_by: string | null;
      alert: string | null;
    };
  }
}
