import { gate, take } from '../../app/api.ts';
import { isMac } from '../../app/find.ts';
import { formatDuration, formatOctets, formatTime } from '../../app/format.ts';
import { t } from '../../app/texts.ts';

/** The decision about a login, with its checks. */
export type Decision = Awaited<ReturnType<typeof readDecisions>>[number];
/** A voucher, with what is left of it. */
export type Voucher = Awaited<ReturnType<typeof readVouchers>>[number];

/** A user of the network. */
type User = Awaited<ReturnType<typeof readUsers>>[number];

/** What is known about a guest, in words for the desk. */
export interface Answer {
  readonly state: 'online' | 'ready' | 'refused';
  /** What was found: the voucher or the user. */
  readonly what: string;
  readonly title: string;
  readonly why: string;
  /** What the desk can say. */
  readonly say: string;
  readonly voucher: Voucher | null;
  /** Its open session. */
  readonly openSession: number | null;
  readonly decisions: readonly Decision[];
}

interface Known {
  readonly asked: string;
  readonly decisions: readonly Decision[];
  readonly sessions: Awaited<ReturnType<typeof readSessions>>;
  readonly voucher: Voucher | null;
  readonly user: User | null;
}

/** Looks up a user name, a voucher code or a MAC address. @returns null if nothing is known about it */
export async function lookUp(asked: string, signal: AbortSignal): Promise<Answer | null> {
  const isDevice = isMac(asked);
  const filter = isDevice ? { callingstationid: asked } : { username: asked };
  const [decisions, sessions, vouchers, users] = await Promise.all([
    readDecisions(filter, signal),
    readSessions(filter, signal),
    isDevice ? [] : readVouchers(asked, signal),
    isDevice ? [] : readUsers(asked, signal),
  ]);
  const [voucher = null] = vouchers;
  const [user = null] = users;
  const found = vouchers.length + users.length + decisions.length + sessions.length;
  return found === 0 ? null : answerFor({ asked, decisions, sessions, voucher, user });
}

type Verdict = Pick<Answer, 'state' | 'title' | 'why' | 'say'>;
type Refusal = Omit<Verdict, 'state'>;

function answerFor(known: Known): Answer {
  const { decisions, sessions, voucher, user } = known;
  const open = sessions.find(({ acctstoptime: end }) => end === null);
  const reason = voucher ? voucherRefusal(voucher, sessions) : user ? userRefusal(user) : null;
  const refusal = reason ?? lastRefusal(decisions[0]);
  const verdict: Verdict = open
    ? online(open)
    : refusal
      ? { state: 'refused', ...refusal }
      : ready(voucher);
  return {
    ...verdict,
    what: whatOf(known),
    voucher,
    decisions,
    openSession: open?.radacctid ?? null,
  };
}

function whatOf({ asked, voucher, user }: Known): string {
  if (voucher)
    return t('Voucher {code}, made {time}', {
      code: voucher.code ?? voucher.username,
      time: formatTime(voucher.created),
    });
  return user ? t('User {name}', { name: user.username }) : asked;
}

function online(open: Known['sessions'][number]): Verdict {
  return {
    state: 'online',
    title: t('The guest is online since {time}.', {
      time: formatTime(open.acctstarttime ?? Date.now()),
    }),
    why: t('At {place}.', { place: open.nasidentifier ?? open.nasipaddress }),
    say: t('You are connected. Please switch Wi-Fi off and on again if nothing loads.'),
  };
}

function ready(voucher: Voucher | null): Verdict {
  return {
    state: 'ready',
    title: t('Nothing speaks against a login.'),
    why: voucher ? leftOf(voucher) : '',
    say: t('Please choose the Wi-Fi again and type it as it is printed.'),
  };
}

function lastRefusal(last: Decision | undefined): Refusal | null {
  if (last?.outcome !== 'reject') return null;
  return {
    title: t('The last login was refused, {time}.', { time: formatTime(last.datetime) }),
    why: last.reason,
    say: '',
  };
}

function voucherRefusal(voucher: Voucher, [last]: Known['sessions']): Refusal | null {
  const { is_active: isActive, expiration, valid_from: begin } = voucher;
  if (!isActive)
    return {
      title: t('This voucher was revoked.'),
      why: '',
      say: t('This code was taken back. I can print you a new one.'),
    };
  if (expiration !== null && Date.parse(expiration) < Date.now()) {
    const time = formatTime(expiration);
    return {
      title: t('This voucher ended {time}.', { time }),
      why: '',
      say: t('Your code was valid until {time}. I can extend it now.', { time }),
    };
  }
  if (begin !== null && Date.parse(begin) > Date.now()) {
    const time = formatTime(begin);
    return {
      title: t('This voucher is valid from {time}.', { time }),
      why: '',
      say: t('Your code works from {time} on.', { time }),
    };
  }
  return isUsedUp(voucher)
    ? {
        title: t('The credit of this voucher is used up.'),
        why: [t('It was for {credit}.', { credit: creditOf(voucher) }), endOf(last)].join(' '),
        say: t('Your code is used up. I can add time now, and you do not need to type it again.'),
      }
    : null;
}

/** Says when the last session of a voucher ended. */
function endOf(last: Known['sessions'][number] | undefined): string {
  const end = last?.acctstoptime ?? null;
  return end === null ? '' : t('The last session ended {time}.', { time: formatTime(end) });
}

function isUsedUp({ balance, balance_octets: octets }: Voucher): boolean {
  return (balance ?? 1) <= 0 || (octets ?? 1) <= 0;
}

function userRefusal({ is_active: isActive, expiration }: User): Refusal | null {
  if (!isActive) return { title: t('This user is not active.'), why: '', say: '' };
  if (expiration === null || Date.parse(expiration) > Date.now()) return null;
  const title = t('The access of this user ended {time}.', { time: formatTime(expiration) });
  return { title, why: '', say: '' };
}

function creditOf({ time, octets }: Voucher): string {
  const parts = [
    ...(time === null ? [] : [formatDuration(time)]),
    ...(octets === null ? [] : [formatOctets(octets)]),
  ];
  return parts.join(', ');
}

function leftOf({ balance, balance_octets: octets }: Voucher): string {
  const parts = [
    ...(balance === null || balance === undefined ? [] : [formatDuration(balance)]),
    ...(octets === null || octets === undefined ? [] : [formatOctets(octets)]),
  ];
  return parts.length === 0 ? '' : t('{credit} are left.', { credit: parts.join(', ') });
}

interface NameFilter {
  readonly username?: string;
  readonly callingstationid?: string;
}

async function readDecisions(filter: NameFilter, signal: AbortSignal) {
  const query = { ...filter, limit: 5 };
  return (await take(gate.GET('/gate/api/v1/aaa_decision/', { params: { query }, signal })))
    .results;
}

async function readSessions(filter: NameFilter, signal: AbortSignal) {
  const query = { ...filter, limit: 5 };
  const { results } = await take(
    gate.GET('/gate/api/v1/aaa_accounting/', { params: { query }, signal }),
  );
  return results.flatMap((row) => ('radacctid' in row ? [row] : []));
}

async function readVouchers(code: string, signal: AbortSignal) {
  const query = { kind: 'network' as const, username: code, balance: true, limit: 1 };
  return (await take(gate.GET('/gate/api/v1/user_token/', { params: { query }, signal }))).results;
}

async function readUsers(username: string, signal: AbortSignal) {
  const query = { username, limit: 1 };
  return (await take(gate.GET('/gate/api/v1/user/', { params: { query }, signal }))).results;
}
