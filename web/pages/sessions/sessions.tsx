import { address, linkWith, setQuery } from '../../app/address.ts';
import { textOf } from '../../app/problem.ts';
import { formatOctets } from '../../app/format.ts';
import { plural, t } from '../../app/texts.ts';
import { Segments } from '../../design/button.tsx';
import { Page } from '../../design/layout.tsx';
import { CsvButton } from '../../resource/csv-button.tsx';
import type { ResourceDefinition, Row } from '../../resource/definition.ts';
import { Filters } from '../../resource/filters.tsx';
import { ResourceList } from '../../resource/list.tsx';
import type { ResourceSchema } from '../../resource/resource-schema.ts';
import { listUrl, useList } from '../../resource/use-list.ts';
import { SessionDrawer } from './session-drawer.tsx';

const sessions: ResourceDefinition = {
  path: '/gate/api/v1/aaa_accounting/',
  title: 'Sessions',
  noun: 'session',
  icon: 'session',
  lead: 'Who is online, where, and since when.',
  schema: () => import('schema:/gate/api/v1/aaa_accounting/'),
  key: 'radacctid',
  nameField: 'username',
  columns: [
    { field: 'username', label: 'User', sub: 'callingstationid' },
    { field: 'session_status', label: 'State', kind: 'state' },
    { field: 'nasidentifier', label: 'At', sub: 'framedipaddress', isMinor: true },
    { field: 'ssid', label: 'SSID', isMinor: true },
    { field: 'acctstarttime', label: 'Begin', kind: 'time', isMinor: true },
    { field: 'acctsessiontime', label: 'For', kind: 'duration' },
    { field: 'acctoutputoctets', label: 'Traffic', cell: trafficOf, isMinor: true },
  ],
  search: 'username',
  filters: ['origin'],
  live: ['session'],
  empty: {
    title: 'No session yet',
    text: 'A session appears with the first accounting packet of a RADIUS client, or with a login at the portal.',
  },
};

function trafficOf(row: Row) {
  const down = Number(row['acctoutputoctets'] ?? 0);
  const up = Number(row['acctinputoctets'] ?? 0);
  return <span class="nowrap">{`↓ ${formatOctets(down)}  ↑ ${formatOctets(up)}`}</span>;
}

type State = 'active' | 'completed' | 'all';

/** The sessions, open ones first to be asked about. */
export function View() {
  const chosen = address.value.query.get('session_status');
  const state: State = chosen === 'all' || chosen === 'completed' ? chosen : 'active';
  const shown = { session_status: state === 'all' ? '' : state };
  const { schema, rows } = useList(sessions, shown);
  const count = rows.first.data?.count ?? null;
  const open = address.value.query.get('open');
  return (
    <Page
      title={t('Sessions')}
      lead={
        count === null || state !== 'active'
          ? t(sessions.lead)
          : plural(count, '{n} open.', '{n} open.')
      }
      actions={
        <>
          <Segments
            label={t('State')}
            value={state}
            options={[
              ['active', t('Open')],
              ['completed', t('Ended')],
              ['all', t('All')],
            ]}
            onChoose={(value) => {
              setQuery({ session_status: value === 'active' ? '' : value });
            }}
          />
          <CsvButton path={() => listUrl(sessions, shown)} name={sessions.title} />
        </>
      }
    >
      <Filters
        of={{ ...sessions, filters: ['origin', 'session_status'] }}
        schema={withoutState(schema)}
      />
      <ResourceList of={sessions} schema={schema} rows={rows} to={linkOf} />
      {open !== null && (
        <SessionDrawer
          key={open}
          id={Number(open)}
          onClose={() => {
            setQuery({ open: '' });
          }}
        />
      )}
    </Page>
  );
}

/** The state has buttons of its own. */
function withoutState(schema: ResourceSchema | null): ResourceSchema | null {
  if (!schema) return null;
  return { ...schema, filters: schema.filters.filter(({ name }) => name !== 'session_status') };
}

function linkOf(row: Row): string {
  return linkWith({ open: textOf(row['radacctid']) });
}
