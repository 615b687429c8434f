import { useState } from 'preact/hooks';
import { address, setQuery } from '../../app/address.ts';
import { formatDuration, now } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { isRecord, textOf } from '../../app/problem.ts';
import { mayWrite } from '../../app/session.ts';
import { plural, t } from '../../app/texts.ts';
import { StateBadge } from '../../design/badge.tsx';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Drawer } from '../../design/dialog.tsx';
import { Page } from '../../design/layout.tsx';
import type { ResourceDefinition, Row } from '../../resource/definition.ts';
import { ResourceForm } from '../../resource/form.tsx';
import { Filters } from '../../resource/filters.tsx';
import { ResourceList } from '../../resource/list.tsx';
import type { ResourceSchema } from '../../resource/resource-schema.ts';
import { CsvButton, listUrl } from '../../resource/resource-view.tsx';
import { pageRows, useRows } from '../../resource/rows.ts';
import { FleetDialog } from './fleet.tsx';

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
    { field: 'metrics', label: 'Up for', cell: (row) => uptimeOf(row), isMinor: true },
    { field: 'last_connection', label: 'Last answer', kind: 'age', isMinor: true },
  ],
  search: 'name__icontains',
  filters: ['status', 'pending'],
  order: 'status',
  fixed: { sessions: 'true', metrics: 'last' },
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
  to: (row) => `device?id=${textOf(row['id'])}`,
  isFaulty: (row) => row['status'] === false && row['status_text'] === 'Down',
};

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

/** The list of the devices; many can be chosen and operated. */
export function View() {
  const schema = useLoad(devices.path, async () => (await devices.schema()).default);
  const rows = useRows(listUrl(devices, { limit: String(pageRows) }), ['device']);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const count = rows.first.data?.count ?? null;
  return (
    <Page
      title={t('Devices')}
      lead={count === null ? t(devices.lead) : plural(count, '{n} device.', '{n} devices.')}
      actions={<Actions />}
    >
      <Filters of={devices} schema={schema.data} />
      <ResourceList
        of={devices}
        schema={schema.data}
        rows={rows}
        to={(row) => `device?id=${textOf(row['id'])}`}
        {...(mayWrite() ? { chosen, onChoose: setChosen } : {})}
        firstStep={<AddDevice />}
      />
      <Bulk chosen={chosen} onChoose={setChosen} />
      {schema.data && <NewDevice schema={schema.data} onDone={rows.first.reload} />}
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
      <CsvButton of={devices} />
      {mayWrite() && (
        <ButtonLink icon="search" to="discovery">
          {t('Discover')}
        </ButtonLink>
      )}
      <AddDevice />
    </>
  );
}

interface BulkProps {
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** What can be done with the devices that are chosen. */
function Bulk({ chosen, onChoose }: BulkProps) {
  const [isFleet, setFleet] = useState(false);
  if (chosen.size === 0) return null;
  return (
    <div class="bulk" role="region" aria-label={t('Chosen devices')}>
      <b>{t('{n} chosen', { n: chosen.size })}</b>
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
    </div>
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
