import { Readable } from 'node:stream';
import { Type, type Static } from 'typebox';
import { findTenant, readInherited } from '../../../organization/tree-query.ts';
import { groupBy } from '../../../runtime/group-by.ts';
import { userToken as of } from '../../account/user-token.ts';
import { readTimeZones } from '../../../organization/time-zone.ts';
import { asFault, Fault } from '../../../contract/errors.ts';
import { isRecord, keysOf } from '../../../contract/fields.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { csvMediaType } from '../../../http/list/csv.ts';
import { selectionOf } from '../../../http/list/list-endpoint.ts';
import { fetchPage } from '../../../http/list/page.ts';
import type { Call, Endpoint } from '../../../http/endpoint.ts';
import { layouts, type Sheet, type SoldTerms } from './sheet.ts';
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
  const asked: unknown = Reflect.get(query, 'sheet');
  const layout = keysOf(layouts).find((name) => name === asked) ?? 'a4';
  const tenant = await findTenant(gateway.store, call.caller.organization);
  return Readable.from([
    await drawInThread({ ...(await readSheet(gateway, tokens)), layout }, tenant),
  ]);
}

type Token = Static<typeof of.schema>;

/** Reads what vouchers look like, each as the page of its place. */
async function readSheet(
  { store, config, sheetLooks }: Gateway,
  tokens: readonly Token[],
): Promise<Omit<Sheet, 'layout'>> {
  const timeZones = await readTimeZones(store, tokens);
  const placeOf = ({ organization, location }: Token) => `${organization} ${location}`;
  const places = groupBy(tokens, placeOf);
  const looks = await Promise.all(
    [...places.values()].map(async ([first]) => {
      const { organization = 0, location = null } = first ?? {};
      const look = await sheetLooks.find({ organization, location });
      const language = await readInherited<string>(store, organization, 'language');
      return { ...look, language: look.language ?? language ?? null };
    }),
  );
  const indexes = new Map([...places.keys()].map((place, index) => [place, index]));
  const vouchers = tokens.map((token) => ({
    code: token.username,
    name: token.name,
    price: token.price,
    terms: termsOf(token),
    timeZone: timeZones(token),
    qrText: portalAddress(config.portal.public_url, token.username),
    look: indexes.get(placeOf(token)) ?? 0,
  }));
  return { vouchers, looks, textsDir: config.portal.texts_dir };
}

function termsOf({ time, octets, burn, devices, valid_from, expiration }: Token): SoldTerms {
  return { time, octets, burn, devices, valid_from, expiration };
}

/** Returns the address of the portal with the code filled in; without a public address the code alone. */
function portalAddress(publicUrl: string, code: string): string {
  const base = publicUrl.replace(/\/$/, '');
  return base === '' ? code : `${base}/portal/?code=${encodeURIComponent(code)}`;
}
