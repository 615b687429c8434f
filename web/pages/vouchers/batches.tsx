import { useState } from 'preact/hooks';
import { call } from '../../app/api.ts';
import { asProblem } from '../../app/load.ts';
import { textOf } from '../../app/problem.ts';
import { mayServe } from '../../app/session.ts';
import { plural, t } from '../../app/texts.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { Bulk } from '../../design/layout.tsx';
import { say } from '../../design/toast.tsx';
import type { ResourceDefinition, Row } from '../../resource/definition.ts';
import { Filters } from '../../resource/filters.tsx';
import { ResourceList } from '../../resource/list.tsx';
import { useList } from '../../resource/use-list.ts';
import { printBatch } from './print.ts';
import { WholeBatch } from './whole-batch.tsx';

export const vouchers: ResourceDefinition = {
  path: '/gate/api/v1/user_token/',
  title: 'Vouchers',
  noun: 'voucher',
  icon: 'voucher',
  lead: '',
  schema: () => import('schema:/gate/api/v1/user_token/'),
  nameField: 'username',
  fixed: { kind: 'network', balance: 'true' },
  order: '-created',
  columns: [
    { field: 'code', label: 'Code', sub: 'name' },
    { field: 'balance', label: 'Left', kind: 'duration' },
    { field: 'balance_octets', label: 'Traffic left', kind: 'octets', isMinor: true },
    { field: 'first_used', label: 'First used', kind: 'time', isMinor: true },
    { field: 'expiration', label: 'Until', kind: 'time', isMinor: true },
    { field: 'created', label: 'Made', kind: 'time', isMinor: true },
    { field: 'is_active', label: 'Active', kind: 'boolean' },
  ],
  search: 'username__icontains',
  filters: ['is_active', 'batch'],
  live: ['voucher'],
  empty: { title: 'No voucher yet', text: 'Make some: how long, how many, print.' },
};

/** The vouchers that there are. Chosen ones are revoked, and printed with their whole batch. */
export function Batches() {
  const { schema, rows } = useList(vouchers);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const batches = batchesOf(rows.rows, chosen);
  return (
    <>
      <Filters of={vouchers} schema={schema} />
      <ResourceList
        of={vouchers}
        schema={schema}
        rows={rows}
        to={(row) => `why?q=${encodeURIComponent(textOf(row['code'] ?? row['username']))}`}
        {...(mayServe() ? { chosen, onChoose: setChosen } : {})}
      />
      {chosen.size > 0 && (
        <BatchBar
          batches={batches}
          ids={[...chosen]}
          onDone={() => {
            setChosen(new Set());
            rows.first.reload();
          }}
        />
      )}
    </>
  );
}

function batchesOf(rows: readonly Row[], chosen: ReadonlySet<string>): readonly string[] {
  const found = rows
    .filter((row) => chosen.has(textOf(row['id'])))
    .map((row) => textOf(row['batch']));
  return [...new Set(found)].filter((batch) => batch !== '');
}

interface BatchBarProps {
  readonly batches: readonly string[];
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

function BatchBar({ batches, ids, onDone }: BatchBarProps) {
  const [isRevoking, setRevoking] = useState(false);
  const revoke = async () => {
    for (const id of ids)
      await call(`${vouchers.path}${id}/`, { method: 'PATCH', body: { is_active: false } });
    say(t('They were revoked.'));
    onDone();
  };
  const print = async () => {
    try {
      for (const batch of batches) await printBatch(batch, 'a4');
    } catch (error) {
      say(asProblem(error).message, true);
    }
  };
  return (
    <Bulk label={t('Chosen vouchers')} count={ids.length}>
      {batches.length > 0 && (
        <Button icon="print" onPress={() => void print()}>
          {t('Print their batch again')}
        </Button>
      )}
      <WholeBatch batches={batches} onDone={onDone} />
      <Button
        icon="stop"
        onPress={() => {
          setRevoking(true);
        }}
      >
        {t('Revoke')}
      </Button>
      {isRevoking && (
        <Confirm
          title={plural(ids.length, 'Revoke {n} voucher?', 'Revoke {n} vouchers?')}
          action={t('Revoke')}
          onConfirm={revoke}
          onClose={() => {
            setRevoking(false);
          }}
        >
          {t('Who is online with one of them is disconnected.')}
        </Confirm>
      )}
    </Bulk>
  );
}
