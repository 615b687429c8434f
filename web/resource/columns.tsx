import { useMemo, useState } from 'preact/hooks';
import { address, setQuery } from '../app/address.ts';
import { labelOf } from '../app/format.ts';
import { t } from '../app/texts.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Switch } from '../design/field.tsx';
import { Icon } from '../design/icon.tsx';
import type { Column, ResourceDefinition } from './definition.ts';

/* The columns of a list that are shown: `columns` of the address, or else all. The first one names the row, and stays. */

const parameter = 'columns';

function chosenIn(of: ResourceDefinition, value: string | null): readonly Column[] {
  if (value === null) return of.columns;
  const names = new Set(value.split(','));
  return of.columns.filter(({ field }, index) => index === 0 || names.has(field));
}

/** Returns a collection with the columns that the address shows. */
export function useShownColumns(of: ResourceDefinition): ResourceDefinition {
  const value = address.value.query.get(parameter);
  return useMemo(
    () => (value === null ? of : { ...of, columns: chosenIn(of, value) }),
    [of, value],
  );
}

/** Chooses the columns of a list. */
export function ColumnsChip({ of }: { readonly of: ResourceDefinition }) {
  const [isOpen, setOpen] = useState(false);
  const value = address.value.query.get(parameter);
  const shown = chosenIn(of, value);
  const close = () => {
    setOpen(false);
  };
  const choose = (column: Column, isOn: boolean) => {
    const next = of.columns.filter((one) => (one === column ? isOn : shown.includes(one)));
    const isAll = next.length === of.columns.length;
    setQuery({ [parameter]: isAll ? '' : next.map(({ field }) => field).join(',') });
  };
  return (
    <>
      <button
        type="button"
        class={value === null ? 'chip' : 'chip is-on'}
        onClick={() => {
          setOpen(true);
        }}
      >
        <Icon name="menu" />
        {t('Columns')}
      </button>
      {isOpen && (
        <Dialog
          title={t('Columns')}
          onClose={close}
          onSubmit={close}
          end={
            <Button isSubmit kind="first">
              {t('Done')}
            </Button>
          }
        >
          {of.columns.slice(1).map((column) => (
            <Switch
              key={column.field}
              label={column.label === undefined ? labelOf(column.field) : t(column.label)}
              isOn={shown.includes(column)}
              onChange={(isOn) => {
                choose(column, isOn);
              }}
            />
          ))}
        </Dialog>
      )}
    </>
  );
}
