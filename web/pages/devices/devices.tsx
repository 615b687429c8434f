import { useState } from 'preact/hooks';
import { address, setQuery } from '../../app/address.ts';
import { formatDuration, labelOf, now } from '../../app/format.ts';
import { isRecord, textOf } from '../../app/problem.ts';
import { mayWrite } from '../../app/session.ts';
import { formatNumber, plural, t } from '../../app/texts.ts';
import { StateBadge } from '../../design/badge.tsx';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Drawer } from '../../design/dialog.tsx';
import { Bulk, Page } from '../../design/layout.tsx';
import { Spark } from '../../design/spark.tsx';
import { CsvButton } from '../../resource/csv-button.tsx';
import type { ResourceDefinition, Row } from '../../resource/definition.ts';
import { ResourceForm } from '../../resource/form.tsx';
import { Filters } from '../../resource/filters.tsx';
import { ResourceList } from '../../resource/list.tsx';
import type { ResourceSchema } from '../../resource/resource-schema.ts';
import { listUrl, useList } from '../../resource/use-list.ts';
import { FleetDialog } from './fleet.tsx';

/** What the line in a row shows: the first of these that a device has. */
const courses = 'clients,network_clients,load,utilization,temperature';

/** Devices as a collection. */
export const devices: ResourceDefinition = {
  path: '/control/api/v1/inventory_device/',
  title: 'Devices',
  noun: 'device',
  icon: 'device',
  lead: 'Access points, switches and controllers that the gateway reads and operates.',
  schema: () => import('schema:/control/api/v1/inventory_device/'),
  columns: [
    { field: 'name', sub: 'mac_address' },
    { field: 'status_text', label: 'State', cell: stateCell },
    { field: 'type_name', label: 'Type', isMinor: true },
    { field: 'location_name', label: 'Location', isMinor: true },
    { field: 'ip_address', label: 'Address', kind: 'mono', isMinor: true },
    { field: 'sessions', label: 'Sessions', kind: 'number', isMinor: true },
    { field: 'software_version', label: 'Version', kind: 'mono', isMinor: true },
    { field: 'metrics', label: 'Up for', cell: uptimeOf, isMinor: true },
    { field: 'course', label: 'Last hours', cell: courseCell, isMinor: true },
    { field: 'last_connection', label: 'Last answer', kind: 'age', isMinor: true },
  ],
  search: 'name__icontains',
  filters: ['status', 'pending'],
  order: 'status',
  fixed: { sessions: 'true', metrics: 'last', course: courses },
  groups: [
    {
      title: 'What it is',
      fields: ['name', 'type', 'serial_number', 'mac_address', 'description'],
    },
    { title: 'Where it is', fields: ['organization', 'location', 'parent', 'access_point'] },
    {
      title: 'How it is reached',
      fields: [
        'ip_address',
        'connection_profile',
        'poll_interval',
        'username',
        'password',
        'snmp_community',
        'host_key',
      ],
    },
  ],
  empty: {
    title: 'No device yet',
    text: 'Access points, switches and controllers belong here. Add one by hand, or have the gateway look for them.',
  },
  live: ['device'],
  to: linkOf,
  isFaulty: (row) => row['status'] === false && row['status_text'] === 'Down',
};

function linkOf(row: Row): string {
  return `device?id=${textOf(row['id'])}`;
}

function stateCell(row: Row) {
  const drift = textOf(row['configuration_status']);
  return (
    <span class="wrap">
      <StateBadge state={textOf(row['status_text'])} />
      {(drift === 'drifted' || drift === 'failed' || drift === 'pending') && (
        <StateBadge state={drift} />
      )}
    </span>
  );
}

/** Returns how long a device is up by its last poll. */
function uptimeOf(row: Row): string {
  const metrics = Array.isArray(row['metrics']) ? row['metrics'].filter(isRecord) : [];
  const uptime = metrics.find(({ metric }) => metric === 'uptime');
  const seconds = Number(uptime?.['result']);
  if (!uptime || !Number.isFinite(seconds)) return '–';
  const since = (now.value - Date.parse(textOf(uptime['datetime']))) / 1000;
  return formatDuration(seconds + Math.max(0, since));
}

/** Draws the last six hours of a device. */
function courseCell({ course }: Row) {
  if (!isRecord(course) || !Array.isArray(course['values'])) return '–';
  const values = course['values'].map((value) => (typeof value === 'number' ? value : null));
  const metric = labelOf(textOf(course['metric']));
  const last = values.findLast((value) => value !== null) ?? 0;
  return (
    <span class="nowrap">
      <Spark
        label={t('{name}: {last} now', { name: metric, last: formatNumber(last) })}
        values={values}
      />
      {` ${formatNumber(last)}`}
      <span class="sub">{metric}</span>
    </span>
  );
}

/** The list of the devices; many can be chosen and operated. */
export function View() {
  const { schema, rows } = useList(devices);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const count = rows.first.data?.count ?? null;
  return (
    <Page
      title={t('Devices')}
      lead={count === null ? t(devices.lead) : plural(count, '{n} device.', '{n} devices.')}
      actions={<Actions />}
    >
      <Filters of={devices} schema={schema} />
      <ResourceList
        of={devices}
        schema={schema}
        rows={rows}
        to={linkOf}
        {...(mayWrite() ? { chosen, onChoose: setChosen } : {})}
        firstStep={<AddDevice />}
      />
      <BulkOperation chosen={chosen} onChoose={setChosen} />
      {schema && <NewDevice schema={schema} onDone={rows.first.reload} />}
    </Page>
  );
}

function AddDevice() {
  if (!mayWrite()) return null;
  return (
    <Button
      kind="first"
      icon="plus"
      onPress={() => {
        setQuery({ edit: 'new' });
      }}
    >
      {t('Add device')}
    </Button>
  );
}

function Actions() {
  return (
    <>
      <CsvButton path={() => listUrl(devices)} name={devices.title} />
      {mayWrite() && (
        <ButtonLink icon="search" to="discovery">
          {t('Discover')}
        </ButtonLink>
      )}
      <AddDevice />
    </>
  );
}

interface BulkOperationProps {
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** What can be done with the devices that are chosen. */
function BulkOperation({ chosen, onChoose }: BulkOperationProps) {
  const [isFleet, setFleet] = useState(false);
  if (chosen.size === 0) return null;
  return (
    <Bulk label={t('Chosen devices')} count={chosen.size}>
      <Button
        kind="first"
        onPress={() => {
          setFleet(true);
        }}
      >
        {t('Operate')}
      </Button>
      <Button
        icon="close"
        label={t('Choose none')}
        onPress={() => {
          onChoose(new Set());
        }}
      />
      {isFleet && (
        <FleetDialog
          ids={[...chosen].map(Number)}
          onClose={() => {
            setFleet(false);
          }}
        />
      )}
    </Bulk>
  );
}

interface NewDeviceProps {
  readonly schema: ResourceSchema;
  readonly onDone: () => void;
}

function NewDevice({ schema, onDone }: NewDeviceProps) {
  if (address.value.query.get('edit') !== 'new') return null;
  const close = () => {
    setQuery({ edit: '' });
  };
  return (
    <Drawer title={t('New device')} onClose={close}>
      <ResourceForm
        of={devices}
        schema={schema}
        id="new"
        mayWrite
        onDone={() => {
          close();
          onDone();
        }}
      />
    </Drawer>
  );
}
