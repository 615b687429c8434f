import type { ReplyAttributes, CheckAttributes } from '../../src/aaa/policy/attribute-lists.ts';
import type { BurnRule } from '../../src/aaa/voucher/voucher.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import { readTotalUsage } from '../../src/aaa/policy/limit/usage.ts';
import { PortalReject } from '../../src/portal/portal-reject.ts';
import { portalSessionTasks } from '../../src/portal/portal-session-end.ts';
import { openPortalSession, type PortalSession } from '../../src/portal/portal-session.ts';
import { ReauthorizationCheck } from '../../src/radius/coa/reauthorization-check.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { withoutDelays } from '../manual-clock.ts';
import { loadShipped } from '../shipped-types.ts';
import { radclient, startSite, type Site } from '../radius/fixture.ts';

/* A site with a captive portal and a NAS, whose time stands still until a test moves it. */

export const accessPointMac = 'AA:BB:CC:00:00:01';
const caller = { organization: 1, organizations: [1] };

interface User {
  readonly check?: CheckAttributes;
  readonly reply?: ReplyAttributes;
  /** Seconds of credit: the user is a voucher. */
  readonly time?: number;
  /** Octets of credit. */
  readonly octets?: number;
  readonly burn?: BurnRule;
}

export interface PortalSite {
  readonly site: Site;
  readonly now: () => Date;
  /** Moves the time, at once or in steps, and runs after each step what runs periodically. */
  readonly advance: (seconds: number, steps?: number) => Promise<void>;
  /** Runs once what runs periodically. */
  readonly check: () => Promise<void>;
  readonly addUser: (username: string, fields?: User) => Promise<number>;
  readonly login: (
    uid: string,
    mac: string,
    timeout?: number,
  ) => Promise<PortalSession | PortalReject>;
  /** Sends an Access-Request or Accounting-Request. @returns true if it was accepted or answered, and radclient's output */
  readonly send: (
    command: 'auth' | 'acct',
    attributes: string,
  ) => Promise<{ ok: boolean; output: string }>;
  /** Returns the sessions of a user, in the order of their start. */
  readonly sessions: (user: number) => Promise<readonly Session[]>;
  /** Returns type and session of each entry of the portal log that follows a login. */
  readonly log: (user: number) => Promise<readonly string[]>;
  readonly usedSeconds: (user: number) => Promise<number>;
  /** Stops the gateway's listeners and opens them again, as a restart does. */
  readonly stop: () => Promise<void>;
}

export type Session = Awaited<ReturnType<typeof sessionsOf>>[number];

/** Loads the shipped device types, for controllers that the gateway calls. */
export async function loadShippedTypes(): Promise<Gateway['deviceTypes']> {
  return (await loadShipped()).types;
}

export async function startPortalSite(
  database: string,
  deviceTypes: Gateway['deviceTypes'] = new Map(),
): Promise<PortalSite> {
  let at = Date.parse('2026-03-02T12:00:00Z');
  const now = () => new Date(at);
  const site = await startSite({ database, deviceTypes, now, clock: withoutDelays(systemClock) });
  const { gateway, store } = site;
  const point = { organization: 1, name: 'lobby', mac: accessPointMac, created: 0, last_change: 0 };
  await store.write([store.db.insertInto('access_point').values(point)]);
  const tasks = [...new ReauthorizationCheck(gateway).tasks, ...portalSessionTasks(gateway)];
  const { signal } = new AbortController();
  const check = async () => {
    for (const task of tasks) await task.run(signal);
  };
  return {
    site,
    now,
    check,
    advance: async (seconds, steps = 1) => {
      for (let step = 0; step < steps; step += 1) {
        at += (seconds * 1000) / steps;
        await check();
      }
    },
    addUser: (username, fields) => addUser(site, username, fields),
    login: (uid, mac, timeout) =>
      openPortalSession(gateway, caller, {
        uid,
        mac,
        password: null,
        ap_mac: accessPointMac,
        ip: '10.0.0.5',
        timeout: timeout ?? null,
        user_agent: null,
      }),
    send: (command, attributes) => {
      const { authAddress, acctAddress } = site.server;
      const to = command === 'auth' ? authAddress : acctAddress;
      return radclient({ command, attributes, to, seconds: 30 });
    },
    sessions: (user) => sessionsOf(site, user),
    log: (user) => logOf(site, user),
    usedSeconds: async (user) =>
      (await readTotalUsage(store, [user], now())).get(user)?.seconds ?? 0,
    stop: () => site.stop(),
  };
}

async function addUser(
  { store }: Site,
  username: string,
  { check = [], reply = [], time, octets, burn }: User = {},
): Promise<number> {
  const values = {
    organization: 1,
    username,
    role: 'subscriber',
    created: 0,
    last_change: 0,
    attributes: JSON.stringify({ check_attributes: check, reply_attributes: reply }),
  };
  const [written] = await store.write([store.db.insertInto('user').values(values).returning('id')]);
  const user = Number(written?.rows[0]?.['id']);
  if (time !== undefined || octets !== undefined)
    await store.write([
      store.db
        .insertInto('user_token')
        .values({ user, kind: 'network', time, octets, burn, created: 0 }),
    ]);
  return user;
}

function sessionsOf({ store }: Site, user: number) {
  return store.db
    .selectFrom('aaa_accounting')
    .select(['radacctid', 'client', 'origin', 'portal_session', 'username', 'acctsessionid'])
    .select(['acctstarttime', 'acctstoptime', 'acctsessiontime', 'acctterminatecause'])
    .select(['acctinputoctets', 'acctoutputoctets', 'nasipaddress', 'callingstationid'])
    .where('user', '=', user)
    .orderBy('acctstarttime')
    .orderBy('radacctid')
    .execute();
}

async function logOf({ store }: Site, user: number): Promise<readonly string[]> {
  const rows = await store.db
    .selectFrom('txlog_portal')
    .select('type')
    .where('user', '=', user)
    .where('type', '<>', 'ua')
    .orderBy('id')
    .execute();
  return rows.map(({ type }) => type);
}

/** Returns the id of a session that must have been opened. */
export function idOf(session: PortalSession | PortalReject): string {
  if (session instanceof PortalReject) throw new Error(session.message);
  return session.id;
}

/** Returns the code of a reject, or `accepted`. */
export function outcomeOf(session: PortalSession | PortalReject): string {
  return session instanceof PortalReject ? session.code : 'accepted';
}
