import { sql } from 'kysely';
import type { AnyDatabase, Engine, MigrationStep } from './ddl.ts';

/** Rows as the APIs show them: a table beside the names of what it refers to. Filters and paging work on the same rows. */
export const views: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    for (const [name, select] of Object.entries(viewsFor(engine))) {
      await sql`create view ${sql.ref(name)} as ${sql.raw(select)}`.execute(db);
    }
  },
});

function viewsFor(engine: Engine): Readonly<Record<string, string>> {
  const object = engine === 'sqlite' ? 'json_object' : 'json_build_object';
  const list = engine === 'sqlite' ? 'json_group_array' : 'json_agg';
  return {
    inventory_device_view: `
      select d.*, t.name as type_name, t.short_name as type_short_name, o.name as organization_name,
        case d.status when 1 then 'Up' else 'Down' end as status_text
      from inventory_device d join inventory_type t on t.id = d.type join organization o on o.id = d.organization`,
    inventory_device_log_view: `
      select l.id, l.organization, l.device, l.datetime, l.action, l.variable_name, l.parameter, l.old_value, l.value,
        l.is_pending, l.is_applied, l.applied_at, l.error_code, l.error_message, u.username as "user", l.origin, l."transaction",
        ${object}('id', d.id, 'name', d.name, 'serial_number', d.serial_number) as parent
      from inventory_device_log l join inventory_device d on d.id = l.device left join "user" u on u.id = l.user`,
    inventory_metric_log_view: `
      select l.id, l.organization, l.datetime, l.value, l.result, l.origin, l.device as device_id,
        d.name as device_name, m.name as metric_name, p.name as parameter_name, p.short_name as parameter_short_name,
        p.variable_name as parameter_variable_name,
        ${object}('id', d.id, 'name', d.name) as device, ${object}('id', m.id, 'name', m.name) as metric,
        ${object}('id', p.id, 'name', p.name, 'short_name', p.short_name, 'variable_name', p.variable_name) as parameter
      from inventory_metric_log l join inventory_device d on d.id = l.device
        join inventory_metric m on m.id = l.metric join inventory_parameter p on p.id = l.parameter`,
    inventory_metric_view: `
      select m.*, (select ${list}(mp.parameter) from inventory_metric_parameter mp where mp.metric = m.id) as parameter
      from inventory_metric m`,
    inventory_type_view: `
      select t.*, c.name as connection_profile_name
      from inventory_type t left join inventory_connection_profile c on c.id = t.connection_profile`,
    inventory_transaction_view: `
      select t.*, t.device as parent_id, d.name as parent__name, d.serial_number as parent__serial_number
      from inventory_transaction t join inventory_device d on d.id = t.device`,
    organization_view: 'select o.*, o.id as organization from organization o',
    aaa_accounting_view: `
      select a.*, case when a.acctstoptime is null then 'active' else 'completed' end as session_status
      from aaa_accounting a`,
  };
}
