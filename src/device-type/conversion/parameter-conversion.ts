import type { Reading, VariableValue } from '../../contract/adapter.ts';
import type { DeviceType, ParameterSpec } from '../device-type.ts';
import { compileExpression, type Expression, type ExpressionValueType } from './expression.ts';
import { findUnitConversion, type UnitConversion } from './unit.ts';
import { oncePer } from '../../runtime/cache.ts';

/*
 * Conversion of the value that the device returned by a parameter's `target_unit` and `expression`.
 */

type Conversion = (reading: Extract<Reading, { value: VariableValue }>) => Reading;

/** Types of the values that can be converted, and their types in an expression. */
const valueTypes: Readonly<Partial<Record<ParameterSpec['type'], ExpressionValueType>>> = {
  integer: 'double',
  float: 'double',
  string: 'string',
  boolean: 'bool',
};

/** True if the values of a parameter differ from the device's. */
export function isConverted({
  target_unit,
  expression,
}: {
  readonly target_unit?: string | undefined;
  readonly expression?: string | undefined;
}): boolean {
  return target_unit !== undefined || expression !== undefined;
}

/** Returns the faults in the conversions of a type, each with the parameter's place in its file. */
export function findConversionFaults({ parameters }: DeviceType): readonly string[] {
  return parameters.filter(isConverted).flatMap((spec) => {
    const place = `parameters.${spec.variable_name}`;
    const conversion = conversionOf(spec);
    const use = findForbiddenUse(spec);
    return [
      ...(use === null ? [] : [`${place}: ${use}`]),
      ...(typeof conversion === 'string' ? [`${place}.${conversion}`] : []),
    ];
  });
}

/** Finds a use of a converted value that needs the value as the device has it. */
function findForbiddenUse({ write, describes }: ParameterSpec): string | null {
  if (write !== undefined) return 'write: not with target_unit or expression, which work one way';
  return describes === undefined ? null : 'describes: not with target_unit or expression';
}

/** Returns the conversion of a parameter, or an error message that names the key of the file. */
const conversionOf = oncePer((spec: ParameterSpec): Conversion | string => {
  const units = unitConversionOf(spec);
  if (typeof units === 'string') return `target_unit: ${units}`;
  const expression = expressionOf(spec);
  if (typeof expression === 'string') return `expression: ${expression}`;
  return (reading) => convertWith(reading, { spec, units, expression });
});

function unitConversionOf({
  type,
  unit,
  target_unit,
}: ParameterSpec): UnitConversion | string | null {
  if (target_unit === undefined) return null;
  if (unit === undefined) return `"${target_unit}" needs the unit that the device has in "unit"`;
  if (valueTypes[type] !== 'double') return `expected type integer or float, not ${type}`;
  return findUnitConversion(unit, target_unit);
}

function expressionOf({ type, expression }: ParameterSpec): Expression | string | null {
  if (expression === undefined) return null;
  const valueType = valueTypes[type];
  return valueType === undefined
    ? `expected type ${Object.keys(valueTypes).join(', ')}, not ${type}`
    : compileExpression(expression, valueType);
}

interface Steps {
  readonly spec: ParameterSpec;
  readonly units: UnitConversion | null;
  readonly expression: Expression | null;
}

function convertWith(
  { variable, value: original, counterBits }: Parameters<Conversion>[0],
  { spec, units, expression }: Steps,
): Reading {
  const number = typeof original === 'bigint' ? Number(original) : original;
  const inUnit = units ? units.convert(Number(number)) : number;
  if (expression === null)
    return {
      variable,
      value: inUnit,
      original,
      ...(counterBits && units && { counterRange: 2 ** counterBits * units.factor }),
    };
  const { name: parameter_name, variable_name } = spec;
  const value = expression({ value: inUnit, parameter_name, variable_name });
  if (typeof value === 'number') return { variable, value, original };
  const shown = JSON.stringify(String(original).slice(0, 80));
  return { variable, value: null, fault: `expression: ${value}; the device returned ${shown}` };
}

/** Converts the value of a device by `target_unit` and `expression` of its parameter, in this order. */
export function convertParameterValue(
  reading: Parameters<Conversion>[0],
  spec: ParameterSpec,
): Reading {
  if (!isConverted(spec)) return reading;
  const conversion = conversionOf(spec);
  if (typeof conversion !== 'string') return conversion(reading);
  return { variable: reading.variable, value: null, fault: conversion };
}
