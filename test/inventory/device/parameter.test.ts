import { test } from 'tap';
import type { ParameterSpec } from '../../../src/device-type/device-type.ts';
import { convertReading } from '../../../src/inventory/device/parameter.ts';
import { validateParameterValue } from '../../../src/inventory/device/parameter-value.ts';

const spec = (type: ParameterSpec['type']): ParameterSpec => ({
  name: 'value',
  short_name: 'value',
  variable_name: 'value',
  type,
  description: '',
  required: false,
  experimental: false,
  within: 10,
  read: {},
});
const megabyte = (character: string) => character.repeat(1_048_576);

test('a value of a megabyte is refused before it is converted', (t) => {
  for (const type of ['string', 'integer', 'float', 'boolean'] as const) {
    const reading = convertReading({ variable: 'value', value: megabyte('7') }, spec(type));
    t.match(reading, {
      value: null,
      fault: 'expected at most 65536 characters, the device returned 1048576',
    });
  }
  t.end();
});

test('integers beyond 2^53 stay exact, and integers of 41 digits are refused', (t) => {
  const convert = (value: string) => convertReading({ variable: 'value', value }, spec('integer'));
  t.equal(convert('18446744073709551615').value, 18_446_744_073_709_551_615n);
  t.equal(convert(' -7\n').value, -7);
  t.equal(convert('7'.repeat(41)).value, null);
  t.end();
});

test('negative zero is zero, as a number and as a text', (t) => {
  for (const type of ['integer', 'float'] as const)
    for (const value of [-0, '-0'])
      t.equal(
        Object.is(convertReading({ variable: 'value', value }, spec(type)).value, 0),
        true,
        `${typeof value} as ${type}`,
      );
  t.end();
});

test('a number of seconds is read only from a duration in words', (t) => {
  const seconds = (value: string, unit = 's') =>
    convertReading({ variable: 'value', value }, { ...spec('integer'), unit }).value;
  for (const [text, expected] of [
    ['109 days 16 hrs 33 mins 12 secs', 9_477_192],
    ['2 weeks, 3 days, 4 hours, 5 minutes', 1_483_500],
    ['1w2d3h4m5s', 788_645],
    ['1w2d03:04:05', 788_645],
    ['4 days, 03:12:05', 357_125],
    ['86400', 86_400],
    ['3 apples', null],
    ['1 day 2', null],
    ['', null],
    ['1 day '.repeat(100), null],
  ] as const)
    t.equal(seconds(text), expected, text);
  t.equal(seconds('1 day', 'octets'), null);
  t.end();
});

test('the values of a setting are bounded as its type declares, and an error says how', (t) => {
  const rules = { type: 'string', required: false, options: null };
  const ssid = { ...rules, accepts: { octets: { minimum: 1, maximum: 32 } } };
  t.equal(validateParameterValue(ssid, 'Lobby'), null);
  t.equal(validateParameterValue(ssid, 'ü'.repeat(16)), null, '32 octets');
  t.equal(
    validateParameterValue(ssid, 'ü'.repeat(20)),
    'Expected 1 to 32 octets of UTF-8, not 40.',
  );
  t.equal(validateParameterValue(ssid, ''), 'Expected 1 to 32 octets of UTF-8, not 0.');
  const channel = { ...rules, type: 'integer', accepts: { numbers: [1, 6, 11] } };
  t.equal(validateParameterValue(channel, 6), null);
  t.equal(validateParameterValue(channel, 14), 'Expected one of 1, 6, 11.');
  const power = { ...rules, type: 'integer', accepts: { minimum: 1, maximum: 30 } };
  t.equal(validateParameterValue(power, 31), 'Expected 1 to 30.');
  const key = { ...rules, type: 'password', accepts: { pattern: '[ -~]{8,63}|[0-9a-f]{64}' } };
  t.equal(validateParameterValue(key, 'a'.repeat(64)), null);
  const described = { ...key, accepts: { ...key.accepts, description: 'a key of WPA' } };
  t.equal(validateParameterValue(described, 'short'), 'Expected a key of WPA.');
  t.end();
});
