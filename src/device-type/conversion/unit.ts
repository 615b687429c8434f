/** A unit: its quantity, and the conversion of a value to the base unit: `value * factor + offset`. */
interface Unit {
  readonly measures: string;
  readonly factor: number;
  readonly offset: number;
}

export interface UnitConversion {
  /** Factor for the difference of two values. */
  readonly factor: number;
  readonly convert: (value: number) => number;
}

const decimal = { '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 } as const;
const binary = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 } as const;

/** Returns the names of a unit with each prefix, and their factors. */
function prefixed(
  name: string,
  prefixes: Readonly<Record<string, number>>,
  base = 1,
): readonly (readonly [string, number])[] {
  return Object.entries(prefixes).map(([prefix, factor]) => [`${prefix}${name}`, factor * base]);
}

const seconds = [
  ['us', 1e-6],
  ['ms', 1e-3],
  ['hundredths of a second', 0.01],
  ['s', 1],
  ['min', 60],
  ['h', 3600],
  ['d', 86_400],
] as const;

/** Octets and bits; `/s` makes rates of them. */
const amounts = [
  ['octets', 1],
  ...prefixed('B', { ...decimal, ...binary }),
  ...prefixed('bit', { ...decimal, ...binary }, 1 / 8),
] as const;
const rates = [
  ['octets per second', 1],
  ...amounts.map(([name, factor]) => [`${name}/s`, factor] as const),
] as const;

const ratios = [
  ['%', 0.01],
  ['tenths of a percent', 0.001],
  ['1', 1],
] as const;

/** The units that are converted, by name; dB and dBm are logarithms, and stay as they are. */
const units = new Map<string, Unit>([
  ...ofKind('time', seconds),
  ...ofKind('data', amounts),
  ...ofKind('data rate', rates),
  ...ofKind('frequency', prefixed('Hz', decimal)),
  ...ofKind('ratio', ratios),
  ...ofKind('power', [['mW', 1e-3], ...prefixed('W', decimal)]),
  ...ofKind('voltage', [['mV', 1e-3], ...prefixed('V', decimal)]),
  ['°C', { measures: 'temperature', factor: 1, offset: 0 }],
  ['°F', { measures: 'temperature', factor: 5 / 9, offset: -160 / 9 }],
  ['K', { measures: 'temperature', factor: 1, offset: -273.15 }],
]);

function ofKind(
  measures: string,
  named: readonly (readonly [string, number])[],
): readonly (readonly [string, Unit])[] {
  return named.map(([name, factor]) => [name, { measures, factor, offset: 0 }]);
}

/** @returns the conversion between two units, or an error message */
export function findUnitConversion(from: string, to: string): UnitConversion | string {
  const source = units.get(from);
  const target = units.get(to);
  if (source === undefined) return reasonOf(from, to, `"${from}" is no unit that is converted`);
  if (target === undefined) return reasonOf(from, to, `"${to}" is no unit that is converted`);
  if (source.measures !== target.measures)
    return reasonOf(from, to, `one is of ${source.measures}, the other of ${target.measures}`);
  return {
    factor: source.factor / target.factor,
    // Divided at the end: 12,345 B are 12.345 kB, and 12,345 * 0.001 is not.
    convert: (value) => (value * source.factor + source.offset - target.offset) / target.factor,
  };
}

function reasonOf(from: string, to: string, reason: string): string {
  return `"${from}" cannot be converted to "${to}": ${reason}`;
}
