import { isIP } from 'node:net';
import { readPasswordHash, schemeOfAttribute } from '../../aaa/password/password-hash.ts';
import { Fault } from '../../contract/errors.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import { attributeAt, packetCode, type Packet } from '../../protocol/radius/packet.ts';
import { UdpTransport } from '../../protocol/radius/udp-transport.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { Secret } from '../../contract/secret.ts';
import type { Staging, StagedUser } from './staging.ts';
import { encodeLogin, loginsOf, type TestLogin } from './test-login.ts';

export interface RadiusServerAddress {
  readonly host: string;
  readonly port: number;
}

/** Reads `HOST`, `HOST:PORT`, an address of IPv6, or `[ADDRESS]:PORT`. @throws Error naming the text */
export function readServerAddress(text: string): RadiusServerAddress {
  if (isIP(text) !== 0) return { host: text, port: 1812 };
  const [, address, name, given] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const [host, port] = [address ?? name, Number(given ?? 1812)];
  if (host === undefined || port < 1 || port > 65_535)
    throw new Error(`--compare: "${text}" is no host, nor HOST:PORT with a port up to 65535`);
  return { host, port };
}

interface Comparison {
  readonly former: RadiusServerAddress;
  readonly gateway: RadiusServerAddress;
  /** Shared with both: this machine is a client of both. */
  readonly secret: Secret;
  readonly dictionary: Dictionary;
  readonly print: (line: string) => void;
}

/**
 * Concurrent logins: each user has one login that is rejected after a second. FreeRADIUS has 32 threads and connections to its
 * database, and rejects logins above that.
 */
const atOnce = 32;
const timeoutMs = 5000;

/**
 * Sends the same logins to the former server and to the gateway, and prints each difference in verdict and reply attributes.
 * A user is compared by each method that works with the stored password, and once with a wrong password. Users with only a
 * hash are counted, since their password is not known.
 *
 * @returns the number of differences
 * @throws Fault `timeout` if a server does not answer
 */
export async function compareLogins(staging: Staging, comparison: Comparison): Promise<number> {
  const { secret, print } = comparison;
  const [former, gateway] = [comparison.former, comparison.gateway].map((address) =>
    openTransport(address, secret),
  );
  if (!former || !gateway) return 0;
  const counts = { logins: 0, unknown: 0, differences: 0 };
  const compare = async (login: TestLogin) => {
    const [before, after] = await Promise.all([ask(former, login), ask(gateway, login)]);
    const difference = differenceOf(before, after, comparison.dictionary);
    counts.logins += 1;
    if (difference === null) return;
    counts.differences += 1;
    print(`differs: user ${login.username} by ${login.method}: ${difference}`);
  };
  try {
    let pending: Promise<void>[] = [];
    for (const user of staging.users()) {
      const logins = testLoginsOf(user);
      if (logins.length === 0) counts.unknown += 1;
      pending.push(...logins.map(compare));
      if (pending.length < atOnce) continue;
      await Promise.all(pending);
      pending = [];
    }
    await Promise.all(pending);
  } finally {
    await Promise.all([former.transport.close(), gateway.transport.close()]);
  }
  print(
    `${counts.logins} logins compared, ${counts.differences} differ; ${counts.unknown} users have no password or only a hash of it`,
  );
  return counts.differences;
}

function testLoginsOf({ username, check }: StagedUser): readonly TestLogin[] {
  const passwords = check.flatMap(({ attribute, value }) => {
    const scheme = schemeOfAttribute(attribute);
    const read = scheme === null ? null : readPasswordHash(`{${scheme}}${value}`);
    if (read === null || typeof read === 'string' || read.kind === 'hash') return [];
    return [read.kind === 'nt' ? read.hash : read.password];
  });
  const [password] = passwords;
  if (!password) return [];
  const wrong = { username, method: 'PAP', password: new Secret('not the password') } as const;
  return [...loginsOf(username, password), wrong];
}

interface AskedServer {
  readonly title: string;
  readonly transport: UdpTransport;
}

function openTransport({ host, port }: RadiusServerAddress, secret: Secret): AskedServer {
  const transport = new UdpTransport({
    host,
    port,
    secret,
    // A former server may be older than the rule that replies are signed.
    acceptsUnsigned: () => true,
    retransmission: {
      initialIntervalMs: 2500,
      maxIntervalMs: timeoutMs,
      maxTries: 3,
      timeoutMs: 2 * timeoutMs,
      jitter: 0,
    },
  });
  return { title: `${host}:${port}`, transport };
}

async function ask({ title, transport }: AskedServer, login: TestLogin): Promise<Packet> {
  const reply = await runWithin({ timeoutMs: 3 * timeoutMs }, (signal) =>
    transport.sendRequest({
      code: packetCode.accessRequest,
      encodeAttributes: (key) => encodeLogin(login, key),
      signal,
    }),
  );
  if (!reply)
    throw new Fault(
      'timeout',
      `${title} does not answer: it is down, or this machine is not a client of it with this secret`,
    );
  return reply.packet;
}

function differenceOf(before: Packet, after: Packet, dictionary: Dictionary): string | null {
  if (before.code !== after.code) return `${verdictOf(before)}, here ${verdictOf(after)}`;
  if (before.code !== packetCode.accessAccept) return null;
  const [was, is] = [comparableOf(before, dictionary), comparableOf(after, dictionary)];
  const missing = was.filter((text) => !is.includes(text));
  const added = is.filter((text) => !was.includes(text));
  if (missing.length + added.length === 0 && was.length === is.length) return null;
  return `only there: ${missing.join(', ') || 'no attribute'}; only here: ${added.join(', ') || 'no attribute'}`;
}

function verdictOf({ code }: Packet): string {
  if (code === packetCode.accessAccept) return 'accepted';
  return code === packetCode.accessReject ? 'rejected' : 'challenged';
}

/** Attributes that differ from one reply to the next. */
const ofOneReply: readonly number[] = [
  attributeType.class,
  attributeType.state,
  attributeType.proxyState,
  attributeType.messageAuthenticator,
];
const tunnelPassword = 69;
const microsoft = 311;

/** Returns the attributes of a reply as sorted text, name and octets each, without keys and hidden values. */
function comparableOf(packet: Packet, dictionary: Dictionary): readonly string[] {
  return packet.attributeOffsets
    .map((offset) => attributeAt(packet, offset))
    .filter((octets) => ![...ofOneReply, tunnelPassword].includes(octets.readUInt8(0)))
    .map((octets) => textOf(octets, dictionary))
    .filter((text) => text !== null)
    .sort();
}

function textOf(octets: Buffer, dictionary: Dictionary): string | null {
  const isVendors = octets.readUInt8(0) === attributeType.vendorSpecific && octets.length > 8;
  const vendor = isVendors ? octets.readUInt32BE(2) : 0;
  if (vendor === microsoft) return null;
  const type = octets.readUInt8(isVendors ? 6 : 0);
  const name = dictionary.attributesOfVendor(vendor)?.get(type)?.name;
  const value = shownValue(octets.subarray(isVendors ? 8 : 2));
  return `${name ?? `attribute ${vendor}/${type}`} = ${value}`;
}

function shownValue(value: Buffer): string {
  const isText = value.length > 4 && /^[\x20-\x7e]+$/.test(value.toString('latin1'));
  return isText ? JSON.stringify(value.toString()) : `0x${value.toString('hex')}`;
}
