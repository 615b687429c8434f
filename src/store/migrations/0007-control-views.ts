import type { Engine } from './ddl.ts';

const ownColumns = [
  ...[
    'id',
    'organization',
    'name',
    'serial_number',
    'type',
    'connection_profile',
    'ip_address',
    'mac_address',
    'description',
  ],
  ...[
    'manufacturer',
    'unique_id',
    'product_class',
    'hardware_version',
    'software_version',
    'location',
    'attributes',
  ],
  ...[
    'username',
    'host_key',
    'status',
    'last_status_change',
    'first_connection',
    'last_connection',
    'last_error',
  ],
  ...['created_at', 'updated_at'],
];

const isMetric = 'exists (select 1 from inventory_metric_parameter mp where mp.parameter = p.id)';
/** By group, and within a group as the type's file has them. */
const rank = 'coalesce(p."group", 0) * 100000 + p.position';

export function controlViews(engine: Engine): Readonly<Record<string, string>> {
  const list = engine === 'sqlite' ? 'json_group_array' : 'json_agg';
  return {
    inventory_device_view: deviceView(engine),
    inventory_metric_view: `
      select m.*, (select ${list}(mp.parameter) from inventory_metric_parameter mp where mp.metric = m.id) as parameter,
        g.id as "group", g.name as group_name
      from inventory_metric m left join inventory_group g on g.id = (
        select min(p."group") from inventory_metric_parameter mp join inventory_parameter p on p.id = mp.parameter
        where mp.metric = m.id)`,
    inventory_parameter_view: parameterView,
    inventory_setting_view: settingView,
    dnsfilter_category_view: `
      select c.*, (select coalesce(${list}(h.host), '[]') from dnsfilter_category_host h where h.category = c.id) as hosts
      from dnsfilter_category c`,
  };
}

function deviceView(engine: Engine): string {
  // Six places and no rounding away of zeros: a coordinate is shown as a decimal, not as a number.
  const degrees = (column: string) =>
    engine === 'sqlite'
      ? `case when d.${column} is not null then printf('%.6f', d.${column}) end as ${column}`
      : `d.${column}::numeric(9, 6)::text as ${column}`;
  const has = (state: string) =>
    `exists (select 1 from inventory_setting s where s.device = d.id and s.state = '${state}')`;
  return `
    select ${ownColumns.map((column) => `d.${column}`).join(', ')}, ${degrees('latitude')}, ${degrees('longitude')},
      t.name as type_name, t.short_name as type_short_name, o.name as organization_name, l.name as location_name,
      case d.status when 1 then 'Up' else 'Down' end as status_text,
      case when ${has('pending')} then 'pending' when ${has('failed')} then 'failed'
        when exists (select 1 from inventory_setting s where s.device = d.id) then 'synced' else 'unknown'
        end as configuration_status
    from inventory_device d join inventory_type t on t.id = d.type join organization o on o.id = d.organization
      left join location l on l.id = d.location`;
}

const parameterView = `
  select p.id, p.name, p.short_name, p.variable_name, p.description, p.value_type as type, p.options,
    case when p.value_type <> 'password' then p.default_value end as default_value, p.required, 1 - p.writable as read_only,
    case when ${isMetric} then 1 else 0 end as metric,
    (select min(m.type) from inventory_metric_parameter mp join inventory_metric m on m.id = mp.metric
      where mp.parameter = p.id) as metric_type,
    p.unit, p."group", g.name as group_name, 0 as discovery, p.position, p.type as device_type, ${rank} as rank
  from inventory_parameter p left join inventory_group g on g.id = p."group"`;

/** Every parameter of a device's type, with what is kept of it. What is sealed does not leave the table. */
const settingView = `
  select s.id, d.id as parent_id, d.organization, p.id as parameter_id, p.name, p.short_name, p.variable_name,
    p.value_type as type, p."group", p.required, 1 - p.writable as read_only, case when ${isMetric} then 1 else 0 end as metric,
    p.unit, p.description, ${rank} as rank,
    case when p.value_type <> 'password' then s.value end as value,
    case when s.state = 'pending' then 1 else 0 end as pending,
    case when s.state = 'pending' and p.value_type <> 'password' then s.wanted end as pending_value,
    case when s.state = 'failed' then s.error_message end as error,
    s.created_at, s.updated_at, s.applied_at
  from inventory_device d join inventory_parameter p on p.type = d.type
    left join inventory_setting s on s.device = d.id and s.parameter = p.id`;
