import type { Condition, Selection } from '../../../store/query/selection.ts';
import { dimensions, type Dimension } from './accounting-sum.ts';

/** The sums that answer a request for whole days. */
export interface SumChoice {
  readonly dimension: Dimension;
  /** The value of the dimension that is asked for; null: all values. */
  readonly value: Condition | null;
  /** The period, in milliseconds since 1970; null: without a limit. */
  readonly from: number | null;
  readonly until: number | null;
  /** True if sessions that are open do not belong to the selection. */
  readonly isOver: boolean;
}

/**
 * Chooses the sums of a selection: those by one dimension, which is the group, or the one of which the selection asks a value.
 *
 * @param group  a dimension, `day`, or another group
 * @returns      null: only the sessions themselves answer it
 */
export function chooseSums({ where }: Selection, group: string): SumChoice | null {
  const values = where.filter((condition) => !isOfPeriod(condition) && !isOver(condition));
  const [value = null, ...more] = values;
  const dimension = dimensionOf(group, value);
  if (dimension === undefined || more.length > 0) return null;
  const limits = (operator: Condition['operator']) =>
    where
      .filter((one) => isOfPeriod(one) && one.operator === operator)
      .map((one) => Number(one.value));
  const [starts, ends] = [limits('>='), limits('<=')];
  return {
    dimension,
    value,
    from: starts.length > 0 ? Math.max(...starts) : null,
    until: ends.length > 0 ? Math.min(...ends) : null,
    isOver: where.some(isOver),
  };
}

/** The columns of sessions that are a dimension of another name. */
const renamed: Readonly<Record<string, Dimension>> = { acctterminatecause: 'cause' };

function dimensionOf(group: string, value: Condition | null): Dimension | undefined {
  const named = (name: string) => dimensions.find((dimension) => dimension === name);
  if (!value) return named(group === 'day' ? 'hour' : group);
  const asked = value.operator === '=' ? named(renamed[value.column] ?? value.column) : undefined;
  return group === 'day' || group === asked ? asked : undefined;
}

const isOfPeriod = ({ column, operator }: Condition) =>
  column === 'acctstarttime' && (operator === '>=' || operator === '<=');

const isOver = ({ column, operator, value }: Condition) =>
  column === 'acctstoptime' && operator === 'is null' && value === 0;
