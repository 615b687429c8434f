import { control, gate, take } from './api.ts';
import type { Role } from './session.ts';

/** Something that the search box has found, and where it is shown. */
export interface Found {
  readonly kind: 'device' | 'user' | 'voucher' | 'session' | 'client';
  readonly name: string;
  readonly note: string;
  readonly page: string;
  readonly query: Readonly<Record<string, string | number>>;
}

const limit = 4;
const macPattern = /^(?:[\da-f]{2}[:.-]?){5}[\da-f]{2}$/i;
const addressPattern = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]+)$/i;

/** Searches everything that a role may read, all at the same time; what fails is left out. */
export async function find(
  text: string,
  role: Role,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const searches = [
    ...(role === 'front_desk' || role === 'reports' ? [] : [devices, clients]),
    ...(role === 'reports' ? [] : [users, vouchers]),
    sessions,
  ];
  const parts = await Promise.all(searches.map((search) => search(text, signal).catch(() => [])));
  return parts.flat();
}

/** True if a text is a MAC address, in any spelling. */
export function isMac(text: string): boolean {
  return macPattern.test(text);
}

function isAddress(text: string): boolean {
  return addressPattern.test(text) && !isMac(text);
}

async function devices(text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const filters = isMac(text)
    ? [{ mac_address: text }]
    : isAddress(text)
      ? [{ ip_address: text }]
      : [{ name__icontains: text }, { serial_number: text }];
  const pages = await Promise.all(
    filters.map((filter) =>
      take(
        control.GET('/control/api/v1/inventory_device/', {
          params: { query: { limit, ...filter } },
          signal,
        }),
      ),
    ),
  );
  return pages.flatMap(({ results }) =>
    results.map(({ id, name, status_text: state }) => ({
      kind: 'device' as const,
      name,
      note: state,
      page: 'device',
      query: { id },
    })),
  );
}

async function clients(text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const filter = isAddress(text) ? { address: text } : { name__icontains: text };
  const { results } = await take(
    gate.GET('/gate/api/v1/aaa_client/', { params: { query: { limit, ...filter } }, signal }),
  );
  return results.map(({ id, name, address }) => ({
    kind: 'client',
    name,
    note: address,
    page: 'clients',
    query: { edit: id },
  }));
}

async function users(text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const { results } = await take(
    gate.GET('/gate/api/v1/user/', {
      params: { query: { limit, username__icontains: text } },
      signal,
    }),
  );
  return results.map(({ id, username, role }) => ({
    kind: 'user',
    name: username,
    note: role,
    page: 'people',
    query: { edit: id },
  }));
}

async function vouchers(text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const { results } = await take(
    gate.GET('/gate/api/v1/user_token/', {
      params: { query: { limit, kind: 'network', username__icontains: text } },
      signal,
    }),
  );
  return results.map(({ code, username, name }) => ({
    kind: 'voucher',
    name: code ?? username,
    note: name,
    page: 'why',
    query: { q: code ?? username },
  }));
}

async function sessions(text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const filter = isMac(text)
    ? { callingstationid: text }
    : isAddress(text)
      ? { framedipaddress: text }
      : { username: text };
  const { results } = await take(
    gate.GET('/gate/api/v1/aaa_accounting/', { params: { query: { limit, ...filter } }, signal }),
  );
  const rows = results.flatMap((row) => ('radacctid' in row ? [row] : []));
  return rows.map(({ radacctid, username, session_status: state, callingstationid }) => ({
    kind: 'session',
    name: username ?? callingstationid ?? String(radacctid),
    note: state,
    page: 'sessions',
    query: { open: radacctid },
  }));
}
