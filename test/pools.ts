/*
 * How many test files run at once. Most files wait for a peer, a timer or a lease most of their time; a few keep a core busy,
 * and more of those than cores would only slow each other down.
 */

/** Test files that run at the same time, and how many of them. */
export interface Pool {
  readonly jobs: number;
  readonly files: readonly string[];
}

/** Four, not eight: with eight, the starts of their gateways alone keep two cores busy, and leases run out. */
const waitingJobs = 4;
const busyJobs = 2;
/** Few, so that none is delayed past its limit; most of their time they wait for it. */
const timeLimitedJobs = 4;

/** Files that keep a core busy for much of their time. Those that take longest come first. */
export const processorBound: readonly string[] = [
  'http/hostile-requests-sqlite',
  'http/hostile-requests-postgres',
  'http/role-matrix',
  'http/list-walk',
  'walks/kill',
  'bench',
  'http/documents/swagger-ui',
  'site/apply',
  'http/apis',
  'radius/core/mutations',
  'store/long-logs',
  'site/rotate-key',
  'aaa/session/session',
  'aaa/policy/authenticate',
  'http/documents/openapi',
  'http/documents/bodies',
  'inventory/api/operation-requests',
  'site/commands',
  'http/state-changes',
  'inventory/operation/transaction',
  'portal/portal-page',
  'console/console',
  'portal/portal-kill',
  'inventory/setting/setting',
  'store/interrupted-upgrade',
  'start/lost-files',
  'aaa/account/user',
  'inventory/api/device',
];

/** Files that wait for a long time; they start first, so that none is left alone at the end of a run. */
export const longWaits: readonly string[] = [
  'walks/settings-written',
  'aaa/coa/session-limits',
  'aaa/coa/reauthorization',
  'radius/proxy/accounting-forwarder',
  'aaa/api/session-change',
  'radius/auth/authorize',
  'walks/metric-poll',
  'demo',
  'radius/proxy/portal-accounting',
  'radius/coa/radsec-two-gateways',
  'radius/coa/radsec-freeradius',
];

/**
 * Files that depend on real time limits: leases of gateways that are killed, and time-outs of real peers of a few hundred
 * milliseconds. They run after the others, because a busy machine delays a renewal, a login or a datagram for longer.
 */
export const timeLimited: readonly string[] = [
  'store/cluster',
  'jobs/two-gateways',
  'walks/forwarding',
  'radius/proxy/proxy-mutations',
  'jobs/silent-devices',
  'start',
  'http/large-values',
  'report',
  'portal/portal-login',
  'adapters/ssh',
  'adapters/ssh-revert',
  'protocol/netconf/session',
  'store/failover',
];

/**
 * Divides test files into the phases of a run. The pools of a phase run at the same time.
 *
 * @param files  paths of built files, `dist/test/http/apis.test.js`, or of sources
 */
export function dividePhases(files: readonly string[]): readonly (readonly Pool[])[] {
  const isTimeLimited = (file: string) => timeLimited.includes(nameOf(file));
  const last = ordered(files.filter(isTimeLimited), timeLimited);
  return [
    dividePools(files.filter((file) => !isTimeLimited(file))),
    last.length > 0 ? [{ jobs: timeLimitedJobs, files: last }] : [],
  ];
}

/** Divides test files into pools and puts the long ones first. */
function dividePools(files: readonly string[]): readonly Pool[] {
  const isBusy = (file: string) => processorBound.includes(nameOf(file));
  return [
    {
      jobs: waitingJobs,
      files: ordered(
        files.filter((file) => !isBusy(file)),
        longWaits,
      ),
    },
    { jobs: busyJobs, files: ordered(files.filter(isBusy), processorBound) },
  ].filter((pool) => pool.files.length > 0);
}

/** Returns the files, first those of the list in its order, then the rest. */
function ordered(files: readonly string[], first: readonly string[]): readonly string[] {
  const place = (file: string) => {
    const index = first.indexOf(nameOf(file));
    return index === -1 ? first.length : index;
  };
  return files.toSorted((a, b) => place(a) - place(b));
}

function nameOf(file: string): string {
  return file.replace(/^(?:dist\/)?test\//, '').replace(/\.test\.[jt]s$/, '');
}
