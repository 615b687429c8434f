import { address, linkWith, setQuery } from '../../app/address.ts';
import { textOf } from '../../app/problem.ts';
import type { ResourceDefinition, Row } from '../../resource/definition.ts';
import { ResourceList } from '../../resource/list.tsx';
import { pageRows, useRows } from '../../resource/rows.ts';
import { useSchema } from '../../resource/use-list.ts';
import { ConfigurationDrawer } from './configuration.tsx';

/* The lists of one device. */

interface ListProps {
  readonly id: number;
}

const none = { icon: 'device', lead: '' } as const;

const work: ResourceDefinition = {
  ...none,
  path: '/control/api/v1/inventory_transaction/',
  title: 'Operations',
  noun: 'operation',
  schema: () => import('schema:/control/api/v1/inventory_transaction/'),
  columns: [
    { field: 'operation' },
    { field: 'status', kind: 'state' },
    { field: 'created_at', label: 'Requested', kind: 'time', isMinor: true },
    { field: 'completed_at', label: 'Ended', kind: 'time', isMinor: true },
    { field: 'error_message', label: 'Why', isMinor: true },
  ],
  live: ['operation'],
  empty: {
    title: 'Nothing was done yet',
    text: 'Each operation on this device is listed here, with its result.',
  },
};

const log: ResourceDefinition = {
  ...none,
  path: '/control/api/v1/inventory_device_log/',
  title: 'Log',
  noun: 'entry',
  schema: () => import('schema:/control/api/v1/inventory_device_log/'),
  columns: [
    { field: 'datetime', label: 'Time', kind: 'time' },
    { field: 'action' },
    { field: 'variable_name', label: 'What', kind: 'mono', isMinor: true },
    { field: 'old_value', label: 'Before', isMinor: true },
    { field: 'value', label: 'Value' },
    { field: 'user', label: 'By', isMinor: true },
    { field: 'error_message', label: 'Error', isMinor: true },
  ],
  live: ['device', 'operation'],
  empty: {
    title: 'Nothing was logged yet',
    text: 'Changes, commands and events of this device are listed here.',
  },
};

const configurations: ResourceDefinition = {
  ...none,
  path: '/control/api/v1/inventory_configuration/',
  title: 'Configuration',
  noun: 'version',
  schema: () => import('schema:/control/api/v1/inventory_configuration/'),
  columns: [
    { field: 'created_at', label: 'Found', kind: 'time' },
    { field: 'changed_by', label: 'Changed by' },
    { field: 'octets', label: 'Size', kind: 'octets' },
    { field: 'seen_at', label: 'Seen last', kind: 'time', isMinor: true },
    { field: 'sha256', label: 'Checksum', kind: 'mono', isMinor: true },
  ],
  empty: {
    title: 'No version yet',
    text: 'Types with a stored configuration have each version of it here.',
  },
};

const sessions: ResourceDefinition = {
  ...none,
  path: '/gate/api/v1/aaa_accounting/',
  title: 'Sessions',
  noun: 'session',
  key: 'radacctid',
  schema: () => import('schema:/gate/api/v1/aaa_accounting/'),
  columns: [
    { field: 'username', label: 'User', sub: 'callingstationid' },
    { field: 'session_status', label: 'State', kind: 'state' },
    { field: 'acctstarttime', label: 'Begin', kind: 'time', isMinor: true },
    { field: 'acctsessiontime', label: 'For', kind: 'duration' },
    { field: 'acctoutputoctets', label: 'Down', kind: 'octets', isMinor: true },
  ],
  live: ['session'],
  empty: {
    title: 'No session here',
    text: 'Sessions of guests are shown here if this device is an access point of the gateway.',
  },
};

function List({ of, filter }: { readonly of: ResourceDefinition; readonly filter: string }) {
  const schema = useSchema(of);
  const rows = useRows(`${of.path}?limit=${pageRows}&${filter}`, of.live);
  const to = (row: Row) => {
    if (of === configurations) return linkWith({ open: textOf(row['id']) });
    if (of === sessions) return `sessions?open=${textOf(row['radacctid'])}`;
    return of === work ? `work?open=${textOf(row['id'])}` : '';
  };
  return <ResourceList of={of} schema={schema} rows={rows} to={to} />;
}

/** Operations on a device. */
export function WorkList({ id }: ListProps) {
  return <List of={work} filter={`parent_id=${id}`} />;
}

/** Log of a device. */
export function LogList({ id }: ListProps) {
  return <List of={log} filter={`parent__id=${id}`} />;
}

/** Versions of the configuration of a device; one is opened with what it changed. */
export function ConfigurationList({ id, name }: ListProps & { readonly name: string }) {
  const open = address.value.query.get('open');
  return (
    <>
      <List of={configurations} filter={`device=${id}`} />
      {open !== null && (
        <ConfigurationDrawer
          key={open}
          id={Number(open)}
          device={name}
          onClose={() => {
            setQuery({ open: '' });
          }}
        />
      )}
    </>
  );
}

/** Sessions at the access point that a device is. */
export function SessionList({ id }: ListProps) {
  return <List of={sessions} filter={`access_point__device=${id}`} />;
}
