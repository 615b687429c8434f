import type { ComponentChildren, VNode } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { address, setQuery } from '../app/address.ts';
import { labelOf } from '../app/format.ts';
import { textOf } from '../app/problem.ts';
import { formatNumber, t } from '../app/texts.ts';
import { Icon } from '../design/icon.tsx';
import { TableBox } from '../design/layout.tsx';
import { Empty, Note, WhenLoaded } from '../design/states.tsx';
import { VirtualRows } from '../design/virtual-rows.tsx';
import { Cell, isNumber } from './cell.tsx';
import { useShownColumns } from './columns.tsx';
import type { Column, ResourceDefinition, Row } from './definition.ts';
import { hasFilter } from './filters.tsx';
import type { ResourceSchema } from './resource-schema.ts';
import type { Rows } from './rows.ts';

interface ResourceListProps {
  readonly of: ResourceDefinition;
  readonly schema: ResourceSchema | null;
  readonly rows: Rows;
  /** Address of a row. */
  readonly to: (row: Row) => string;
  readonly chosen?: ReadonlySet<string>;
  readonly onChoose?: (chosen: ReadonlySet<string>) => void;
  /** First step of an empty list. */
  readonly firstStep?: ComponentChildren;
}

const rowHeight = 45;

/** The rows of a collection as a table, which is a list on phones. */
export function ResourceList(given: ResourceListProps) {
  const props = { ...given, of: useShownColumns(given.of) };
  const { of, rows, chosen, onChoose } = props;
  const { readMore } = rows;
  // A line that is drawn already is left alone: while a phone scrolls, all near the view would be drawn in each frame.
  // Weak: a live list reads new rows all day.
  const lines = useMemo(() => new WeakMap<Row, VNode>(), [of, chosen, onChoose]);
  const lineOf = (index: number) => {
    const row = rows.rows[index] ?? {};
    const line = lines.get(row) ?? <Line key={index} {...props} row={row} />;
    lines.set(row, line);
    return line;
  };
  const length = rows.rows.length;
  const onReach = useCallback(
    (last: number) => {
      if (last >= length - 20) readMore();
    },
    [length, readMore],
  );
  return (
    <section class="card">
      <WhenLoaded loaded={rows.first} lines={9}>
        {() =>
          length === 0 ? (
            <NoRows {...props} />
          ) : (
            <>
              <TableBox label={t(of.title)}>
                <table class="table is-list">
                  <Head {...props} />
                  <VirtualRows
                    count={length}
                    rowHeight={rowHeight}
                    columns={of.columns.length + (props.onChoose ? 1 : 0)}
                    onReach={onReach}
                  >
                    {lineOf}
                  </VirtualRows>
                </table>
              </TableBox>
              <Foot rows={rows} />
            </>
          )
        }
      </WhenLoaded>
      {rows.first.data !== null && rows.first.problem && (
        <Note kind="bad">{t(rows.first.problem.message)}</Note>
      )}
    </section>
  );
}

function NoRows({ of, firstStep }: ResourceListProps) {
  if (hasFilter())
    return (
      <Empty icon="filter" title={t('Nothing fits the filter')}>
        {t('Take a filter away to see more.')}
      </Empty>
    );
  return (
    <Empty icon={of.icon} title={t(of.empty.title)} actions={firstStep}>
      {t(of.empty.text)}
    </Empty>
  );
}

function Head({ of, schema, rows, chosen, onChoose }: ResourceListProps) {
  const key = of.key ?? 'id';
  const areAll = chosen !== undefined && chosen.size > 0 && chosen.size === rows.rows.length;
  return (
    <thead>
      <tr>
        {onChoose && (
          <th>
            <label class="hit">
              <input
                type="checkbox"
                class="check"
                checked={areAll}
                aria-label={t('Choose all that are shown')}
                onChange={() => {
                  onChoose(new Set(areAll ? [] : rows.rows.map((row) => textOf(row[key]))));
                }}
              />
            </label>
          </th>
        )}
        {of.columns.map((column) => (
          <HeadCell
            key={column.field}
            column={column}
            orders={schema?.orders ?? []}
            order={of.order ?? ''}
          />
        ))}
      </tr>
    </thead>
  );
}

interface HeadCellProps {
  readonly column: Column;
  readonly orders: readonly string[];
  readonly order: string;
}

function HeadCell({ column, orders, order }: HeadCellProps) {
  const text = column.label === undefined ? labelOf(column.field) : t(column.label);
  const current = address.value.query.get('ordering') ?? order;
  const isAscending = current === column.field;
  const isDescending = current === `-${column.field}`;
  const sort = isAscending ? 'ascending' : isDescending ? 'descending' : undefined;
  return (
    <th class={isNumber(column) ? 'is-number' : ''} aria-sort={sort} scope="col">
      {orders.includes(column.field) ? (
        <button
          type="button"
          onClick={() => {
            setQuery({ ordering: isAscending ? `-${column.field}` : column.field });
          }}
        >
          {text}
          {sort && <Icon name={isAscending ? 'up' : 'down'} />}
        </button>
      ) : (
        text
      )}
    </th>
  );
}

function Line(props: ResourceListProps & { readonly row: Row }) {
  const { of, row, to, chosen, onChoose } = props;
  const key = textOf(row[of.key ?? 'id']);
  const isChosen = chosen?.has(key) === true;
  const classes = [isChosen ? 'is-chosen' : '', of.isFaulty?.(row) === true ? 'has-fault' : ''];
  return (
    <tr class={classes.filter(Boolean).join(' ')}>
      {onChoose && (
        <td class="is-tick">
          <label class="hit">
            <input
              type="checkbox"
              class="check"
              checked={isChosen}
              aria-label={t('Choose {name}', { name: textOf(row[of.nameField ?? 'name']) })}
              onChange={() => {
                const next = new Set(chosen);
                if (!next.delete(key)) next.add(key);
                onChoose(next);
              }}
            />
          </label>
        </td>
      )}
      {of.columns.map((column, index) => (
        <td key={column.field} class={classOf(column, index)}>
          {index === 0 ? (
            <span class="name">
              <a href={to(row)}>
                <Cell row={row} column={column.sub === undefined ? column : withoutSub(column)} />
              </a>
              {column.sub !== undefined && <span class="sub">{textOf(row[column.sub])}</span>}
            </span>
          ) : (
            <Cell row={row} column={column} />
          )}
        </td>
      ))}
    </tr>
  );
}

/** Returns a column as it is drawn within a link. */
function withoutSub({ field, label, kind, cell }: Column): Column {
  return {
    field,
    ...(label ? { label } : {}),
    ...(kind ? { kind } : {}),
    ...(cell ? { cell } : {}),
  };
}

function classOf(column: Column, index: number): string {
  if (index === 0) return 'is-main';
  return [isNumber(column) ? 'is-number' : '', column.isMinor === true ? 'is-minor' : '']
    .filter(Boolean)
    .join(' ');
}

function Foot({ rows }: { readonly rows: Rows }) {
  const { count = null, isEstimate = false } = rows.first.data ?? {};
  const shown = formatNumber(rows.rows.length);
  const of = `${isEstimate ? '≈ ' : ''}${count === null ? '' : formatNumber(count)}`;
  return (
    <div class="table-foot">
      <span>{count === null ? shown : t('{shown} of {of}', { shown, of })}</span>
      {rows.problem && <span class="is-bad">{t(rows.problem.message)}</span>}
      {rows.hasMore && (
        <button type="button" class="btn is-small" onClick={rows.readMore}>
          {t('Show more')}
        </button>
      )}
    </div>
  );
}
