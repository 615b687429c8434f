import type { CommandValues } from '../../contract/adapter.ts';
import { Fault } from '../../contract/errors.ts';
import { canonicalMac, withoutLogin, writeMac } from '../../contract/fields.ts';
import type { OperationParameter, OperationSpec } from '../../device-type/device-operation.ts';
import type { FirmwareImage } from '../device/firmware-image.ts';

const maxTextLength = 255;
/** In characters of JSON: they are part of an index. */
const maxLength = 1000;

/** Matches a URL with a username or a password. */
const loginPattern = new RegExp(`^[a-z][a-z0-9+.-]*://(?!${withoutLogin})`, 'iu');

/**
 * Checks the parameters of an operation against the declarations of its type, and fills in parameters from the firmware image
 * of the device, and the defaults.
 *
 * @throws Fault `invalid` with every parameter that is missing, unknown or not valid
 */
export function checkParameters(
  spec: OperationSpec,
  given: Readonly<Record<string, unknown>>,
  image: FirmwareImage | null = null,
): CommandValues {
  const declared = Object.keys(spec.parameters);
  const unknown = `Unknown field. Known: ${declared.join(', ') || 'none'}.`;
  const errors: (readonly [string, string])[] = Object.keys(given)
    .filter((name) => !declared.includes(name))
    .map((name) => [name, unknown]);
  const values: Record<string, string | number | boolean> = {};
  for (const [name, parameter] of Object.entries(spec.parameters)) {
    const value = valueOf(parameter, chooseValue(parameter, given[name], image));
    if (value instanceof Error) errors.push([name, value.message]);
    else values[name] = value;
  }
  if (errors.length === 0 && JSON.stringify(values).length > maxLength)
    throw Fault.field('parameters', `More than ${maxLength} characters.`);
  if (errors.length === 0) return values;
  const fields = Object.fromEntries(
    errors.map(([name, message]) => [`parameters.${name}`, [message]]),
  );
  throw new Fault(
    'invalid',
    errors.map(([name, text]) => `parameters.${name}: ${text}`).join(' '),
    {
      fields,
    },
  );
}

/** Returns values as the commands have them: MAC addresses in the notation of the device. */
export function valuesForDevice(spec: OperationSpec, values: CommandValues): CommandValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const notation = spec.parameters[name]?.notation;
      return [name, notation === undefined ? value : writeMac(String(value), notation)];
    }),
  );
}

/** Returns the value of a request, else of the firmware image, else the default; an error if all are missing. */
function chooseValue(
  parameter: OperationParameter,
  given: unknown,
  image: FirmwareImage | null,
): unknown {
  const ofImage = parameter.image === undefined ? null : image?.[parameter.image];
  return given ?? ofImage ?? parameter.default ?? missing(parameter, image);
}

/** Returns where a value that a request lacks could come from. */
function missing({ image: field }: OperationParameter, image: FirmwareImage | null): Error {
  if (field === undefined) return new Error('This field is required.');
  return new Error(
    image === null
      ? 'This field is required, since the device has no firmware_image.'
      : `This field is required, since the firmware image "${image.name}" has no ${field}.`,
  );
}

/** Returns a valid value, or why it is not. */
function valueOf(parameter: OperationParameter, value: unknown): string | number | boolean | Error {
  if (value instanceof Error) return value;
  if (parameter.type === 'boolean')
    return typeof value === 'boolean' ? value : new Error('Expected boolean.');
  if (parameter.type === 'integer') return integerOf(parameter, value);
  if (typeof value !== 'string' || value.length > maxTextLength)
    return new Error(`Expected text of at most ${maxTextLength} characters.`);
  return parameter.type === 'mac'
    ? (canonicalMac(value) ?? new Error('Expected a MAC address.'))
    : textOf(parameter, value);
}

function integerOf({ minimum, maximum }: OperationParameter, value: unknown): number | Error {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    return new Error('Expected integer.');
  if (minimum !== undefined && value < minimum) return new Error(`Expected at least ${minimum}.`);
  if (maximum !== undefined && value > maximum) return new Error(`Expected at most ${maximum}.`);
  return value;
}

function textOf({ options, pattern }: OperationParameter, value: string): string | Error {
  if (options && !options.includes(value))
    return new Error(`Expected one of ${options.join(', ')}.`);
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'u').test(value))
    return new Error(`Expected text that matches ${pattern}.`);
  if (loginPattern.test(value))
    return new Error('Expected a URL without username and password: parameters are shown.');
  return value;
}
