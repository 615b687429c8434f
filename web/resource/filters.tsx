import { useEffect, useState } from 'preact/hooks';
import { address, setQuery } from '../app/address.ts';
import { labelOf } from '../app/format.ts';
import { t } from '../app/texts.ts';
import { Icon } from '../design/icon.tsx';
import { ColumnsChip } from './columns.tsx';
import type { ResourceDefinition } from './definition.ts';
import type { ResourceSchema } from './resource-schema.ts';
import { viewParameters } from './use-list.ts';

interface FiltersProps {
  readonly of: ResourceDefinition;
  readonly schema: ResourceSchema | null;
}

const settleMs = 250;

/** True if a parameter of the address filters the list. */
function isFilter(name: string): boolean {
  return name !== 'ordering' && !viewParameters.has(name);
}

/** True if the address has a filter: then an empty list does not mean that there is nothing. */
export function hasFilter(): boolean {
  return [...address.value.query.keys()].some(isFilter);
}

/** Search and filters of a list; all of them are in the address. */
export function Filters({ of, schema }: FiltersProps) {
  const search = of.search ?? '';
  const offered = (of.filters ?? []).flatMap((name) => {
    const filter = schema?.filters.find((one) => one.name === name);
    return filter ? [filter] : [];
  });
  const others = [...address.value.query].filter(
    ([name]) => name !== search && isFilter(name) && of.filters?.includes(name) !== true,
  );
  if (search === '' && offered.length === 0 && others.length === 0) return null;
  return (
    <div class="chips" role="group" aria-label={t('Filters')}>
      {search !== '' && <SearchChip key={search} name={search} />}
      {offered.map(({ name, type, choices }) => (
        <FilterChip
          key={name}
          name={name}
          choices={choices ?? (type === 'boolean' ? ['true', 'false'] : [])}
        />
      ))}
      {others.map(([name, value]) => (
        <button
          type="button"
          class="chip is-on"
          key={name}
          onClick={() => {
            setQuery({ [name]: '' });
          }}
        >
          {labelOf(name)} <b>{value}</b>
          <Icon name="close" />
          <span class="hidden-text">{t('Take this filter away')}</span>
        </button>
      ))}
      <ColumnsChip of={of} />
    </div>
  );
}

function SearchChip({ name }: { readonly name: string }) {
  const stored = address.value.query.get(name) ?? '';
  const [text, setText] = useState(stored);
  useEffect(() => {
    if (text === stored) return;
    const timer = setTimeout(() => {
      setQuery({ [name]: text });
    }, settleMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return (
    <label class="chip">
      <Icon name="search" />
      <span class="hidden-text">{t('Search in this list')}</span>
      <input
        class="chip-input"
        value={text}
        placeholder={labelOf(name.replace(/__(?:icontains|exact)$/, ''))}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
        }}
      />
    </label>
  );
}

function FilterChip({
  name,
  choices,
}: {
  readonly name: string;
  readonly choices: readonly string[];
}) {
  const value = address.value.query.get(name) ?? '';
  const words = (choice: string) =>
    choice === 'true' ? t('yes') : choice === 'false' ? t('no') : t(choice.replace(/_/g, ' '));
  return (
    <span class={value === '' ? 'chip' : 'chip is-on'}>
      <select
        aria-label={labelOf(name)}
        value={value}
        onChange={({ currentTarget }) => {
          setQuery({ [name]: currentTarget.value });
        }}
      >
        <option value="">{labelOf(name)}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {`${labelOf(name)}: ${words(choice)}`}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  );
}
