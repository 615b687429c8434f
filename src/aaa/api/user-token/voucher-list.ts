import { Readable } from 'node:stream';
import { Type, type Static } from 'typebox';
import { findTenant } from '../../../organization/tree-query.ts';
import { userToken as of } from '../../account/user-token.ts';
import { readTimeZones } from '../../../organization/time-zone.ts';
import { asFault, Fault } from '../../../contract/errors.ts';
import { isRecord, keysOf } from '../../../contract/fields.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { csvMediaType } from '../../../http/list/csv.ts';
import { selectionOf } from '../../../http/list/list-endpoint.ts';
import { fetchPage } from '../../../http/list/page.ts';
import type { Call, Endpoint } from '../../../http/endpoint.ts';
import { offsetAt } from '../../../runtime/time-zone.ts';
import { layouts, type PrintedVoucher } from './sheet.ts';
import { drawInThread } from './sheet-worker.ts';

const pdfMediaType = 'application/pdf';
const maxVouchers = 1000;

/** The query parameter of a sheet. */
export const sheetParameter = {
  sheet: Type.Optional(
    Type.Enum([...keysOf(layouts)], {
      'x-extension': true,
      description:
        '`Accept: application/pdf`: cards on A4 (default) or Letter, cards of the size of a bank card, or receipts of 80 mm',
    }),
  ),
};

/** Adds sheets to print to the list of user tokens: the vouchers that the query selects, as PDF. */
export function withSheets(list: Endpoint, where: Where): Endpoint {
  return {
    ...list,
    mediaTypes: [csvMediaType, pdfMediaType],
    handle: (call) =>
      call.mediaType === pdfMediaType ? printSheet(call, where) : list.handle(call),
  };
}

/** Adds to the POST of user tokens that the reply may be the sheet of the batch that it makes. */
export function withSheetOfBatch(creation: Endpoint): Endpoint {
  return {
    ...creation,
    query: Type.Object(sheetParameter, { additionalProperties: false }),
    mediaTypes: [pdfMediaType],
    handle(call) {
      if (call.mediaType === pdfMediaType && !isOfBatch(call)) throw noBatch();
      return creation.handle(call);
    },
    draw(call, reply) {
      if (!isOfBatch(call)) throw noBatch();
      return printBatch(call, reply);
    },
  };
}

function isOfBatch({ body }: Call): boolean {
  return isRecord(body) && 'count' in body;
}

function noBatch(): Fault {
  return Fault.field('count', `This field is required with "Accept: ${pdfMediaType}".`);
}

/** @param reply  the vouchers that were made @throws Fault `interrupted` naming the batch, which exists */
async function printBatch(call: Call, reply: unknown): Promise<Readable> {
  const first: unknown = Array.isArray(reply) ? reply[0] : null;
  const batch = isRecord(first) ? first['batch'] : null;
  try {
    return await printSheet({ ...call, query: { ...call.query, batch } });
  } catch (error) {
    const known = asFault(error)?.message;
    if (known === undefined)
      call.gateway.log.error({ err: error, batch }, 'a sheet of vouchers cannot be drawn');
    throw new Fault(
      'interrupted',
      `The vouchers of batch ${String(batch)} are made, but not printed: ${known ?? 'the log has the error.'} Do not make them again: GET /gate/api/v1/user_token/?batch=${String(batch)} prints them.`,
      { cause: error },
    );
  }
}

type Where = Parameters<typeof selectionOf>[0]['where'];

/** @throws Fault `invalid` if the query selects more than a sheet holds */
async function printSheet(call: Call, where?: Where): Promise<Readable> {
  const { gateway, address, query } = call;
  const { count, results } = await fetchPage({
    store: gateway.store,
    resource: of,
    selection: selectionOf({ resource: of, where }, call),
    query: { limit: maxVouchers, offset: 0 },
    address,
    order: null,
  });
  if (count > maxVouchers)
    throw Fault.field(
      'batch',
      `${count} tokens are too many for a sheet; filter them to ${maxVouchers}.`,
    );
  const tokens = results.filter(({ kind }) => kind === 'network');
  const timeZones = await readTimeZones(gateway.store, tokens);
  const vouchers = tokens.map((token) => printedOf(gateway, token, timeZones(token)));
  const asked: unknown = Reflect.get(query, 'sheet');
  const layout = keysOf(layouts).find((name) => name === asked) ?? 'a4';
  const tenant = await findTenant(gateway.store, call.caller.organization);
  return Readable.from([await drawInThread({ vouchers, layout }, tenant)]);
}

/** Returns the address of the portal with the code filled in; without `http.public_url` the code alone. */
function portalAddress({ config }: Gateway, code: string): string {
  const base = config.portal.public_url.replace(/\/$/, '');
  return base === '' ? code : `${base}/portal/?code=${encodeURIComponent(code)}`;
}

/** @param timeZone  IANA name of the place where the guest reads it; null: time zone of the gateway */
function printedOf(
  gateway: Gateway,
  token: Static<typeof of.schema>,
  timeZone: string | null,
): PrintedVoucher {
  const { username, name, time, octets, burn } = token;
  const lines = [
    ...(time === null
      ? []
      : [formatSeconds(time) + (burn === 'first_use' ? ' from the first login' : ' on line')]),
    ...(octets === null ? [] : [`${formatOctets(octets)} of data`]),
    ...saleOf(token),
    ...validityOf(token, timeZone),
  ];
  return { code: username, name, lines, qrText: portalAddress(gateway, username) };
}

type Token = Static<typeof of.schema>;

function saleOf({ devices, price }: Token): readonly string[] {
  const parts = [
    ...(devices === null ? [] : [devices === 1 ? '1 device' : `${devices} devices`]),
    ...(price === null ? [] : [price]),
  ];
  return parts.length === 0 ? [] : [parts.join(', ')];
}

function validityOf(
  { valid_from: from, expiration: end }: Token,
  timeZone: string | null,
): readonly string[] {
  if (from === null) return end === null ? [] : [`until ${formatTime(end, timeZone)}`];
  const begin = formatTime(from, timeZone);
  return [end === null ? `from ${begin}` : `${begin} to ${formatTime(end, timeZone)}`];
}

function formatTime(text: string, timeZone: string | null): string {
  const at = Date.parse(text);
  const local = new Date(at + offsetAt(timeZone, at));
  return local.toISOString().slice(0, 16).replace('T', ' ');
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

function formatSeconds(seconds: number): string {
  let rest = seconds;
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.length > 0 ? parts.join(' ') : '0 s';
}

function formatOctets(octets: number): string {
  if (octets >= 1e9) return `${Number((octets / 1e9).toFixed(2))} GB`;
  return octets >= 1e6 ? `${Number((octets / 1e6).toFixed(1))} MB` : `${octets} octets`;
}
