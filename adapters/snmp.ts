import { Type } from 'typebox';
import {
  adapter,
  credentialText,
  snmpV3Schema,
  writeOutcome,
  type AdapterContext,
  type Credentials,
  type Identity,
  type ObjectRequest,
  type ReadRequest,
  type Reading,
  type Target,
  type WriteOutcome,
  type WriteRequest,
} from '../src/adapter.ts';
import { Fault } from '../src/errors.ts';
import { encodeAssignment } from '../src/protocol/snmp/assignment.ts';
import {
  rowAssignments,
  rowDeletion,
  rowIsActive,
  rowStatusOf,
  rowText,
} from '../src/protocol/snmp/object-row.ts';
import type { SnmpCredentials } from '../src/protocol/snmp/credentials.ts';
import {
  oidPattern,
  snmpCommand,
  snmpObjectCommand,
  snmpOptions,
  snmpWriteCommand,
  type SnmpCommand as Command,
  type SnmpObjectCommand as ObjectCommand,
  type SnmpOptions as Options,
  type SnmpWriteCommand as WriteCommand,
} from '../src/protocol/snmp/schema.ts';
import type { SnmpClient } from '../src/protocol/snmp/client.ts';
import type { SnmpRefusal, SnmpSession } from '../src/protocol/snmp/session.ts';
import type { Varbind } from '../src/protocol/snmp/varbind.ts';

/** Reads and writes variables of any device that answers SNMPv2c or SNMPv3. */
export default adapter({
  name: 'snmp',
  credentials: Type.Object(
    {
      snmp_community: credentialText('community of SNMPv1 and SNMPv2c'),
      snmp_v3: Type.Optional(snmpV3Schema),
    },
    { additionalProperties: false },
  ),
  options: snmpOptions,
  command: snmpCommand,
  writeCommand: snmpWriteCommand,
  objectCommand: snmpObjectCommand,
  // The library sends a number of 33 bits as another one.
  rawCommand: (path) =>
    new RegExp(oidPattern).test(path) && path.split('.').every((arc) => Number(arc) < 2 ** 32)
      ? { oid: path }
      : null,
  identify,
  read,
  write,
  changeObjects,
  previewObject({ command, ...change }) {
    return rowText(command, change);
  },
  previewWrite({ command: { oid, type }, value, isSecret }) {
    encodeAssignment(oid, type, value);
    return `SET ${oid} ${type} ${isSecret ? '***' : JSON.stringify(value)}`;
  },
  close() {
    void client?.then((open) => {
      open.close();
    });
  },
});

/** Object identifiers of sysObjectID, sysDescr and sysName (RFC 3418). */
const systemGroup = ['1.3.6.1.2.1.1.2.0', '1.3.6.1.2.1.1.1.0', '1.3.6.1.2.1.1.5.0'];

async function identify(target: Target<Options>, context: AdapterContext): Promise<Identity> {
  const session = await openSession(target, context);
  try {
    const [sysObjectId = '', sysDescr = '', sysName = ''] = (await session.get(systemGroup)).map(
      ({ value }) => (value === null ? '' : String(value)),
    );
    return { sysObjectId, sysDescr, sysName };
  } finally {
    session.close();
  }
}

async function write(
  target: Target<Options>,
  requests: readonly WriteRequest<WriteCommand>[],
  context: AdapterContext,
): Promise<readonly WriteOutcome[]> {
  const assignments = requests.map(({ command: { oid, type }, value }) =>
    encodeAssignment(oid, type, value),
  );
  const session = await openSession(target, context);
  try {
    const refusal = await session.set(assignments);
    return requests.map((request) => writeOutcome(request.variable, refusalOf(request, refusal)));
  } finally {
    session.close();
  }
}

/** Adds and deletes rows in one request, and reads their state before and after. */
async function changeObjects(
  target: Target<Options>,
  requests: readonly ObjectRequest<ObjectCommand>[],
  context: AdapterContext,
): Promise<readonly WriteOutcome[]> {
  const statuses = requests.map(({ command, instance }) => rowStatusOf(command, instance));
  const session = await openSession(target, context);
  try {
    const before = await session.get(statuses);
    const missing = requests.filter(
      (request, at) => !request.isRepeated || rowFault(request, before[at]) !== null,
    );
    const assignments = missing.flatMap(({ command, ...change }) =>
      rowAssignments(command, change),
    );
    await context.beforeChange?.();
    const refusal = assignments.length === 0 ? null : await session.set(assignments);
    if (refusal !== null) {
      const fault = rowRefusal(refusal, await deleteRemains(session, statuses, before));
      return requests.map(({ variable }) => writeOutcome(variable, fault));
    }
    const states = await session.get(statuses);
    return requests.map((one, at) => writeOutcome(one.variable, rowFault(one, states[at])));
  } finally {
    session.close();
  }
}

/**
 * Deletes the rows that a refused request has left behind: snmpd keeps those that it had created before the fault.
 *
 * @returns true if each row is as it was before
 */
async function deleteRemains(
  session: SnmpSession,
  statuses: readonly string[],
  before: readonly Varbind[],
): Promise<boolean> {
  const left = await session.get(statuses);
  const remains = statuses.filter(
    (_, at) => before[at]?.value === null && (left[at]?.value ?? null) !== null,
  );
  if (remains.length > 0) await session.set(remains.map(rowDeletion));
  const after = await session.get(statuses);
  return after.every(({ value }, at) => value === before[at]?.value);
}

function rowRefusal({ fault, oid }: SnmpRefusal, isAsBefore: boolean): Fault {
  const state = isAsBefore ? 'no row has changed' : 'the device has changed some rows nevertheless';
  return new Fault('rejected', `${fault} to SET${oid === null ? '' : ` ${oid}`}; ${state}`);
}

/** Returns a fault unless a row is active after it was added, or gone after it was deleted. */
function rowFault({ action, instance }: ObjectRequest, state: Varbind | undefined): Fault | null {
  const value = state?.value ?? null;
  if (action === 'delete')
    return value === null ? null : new Fault('rejected', `row ${instance} is still there`);
  if (value === rowIsActive) return null;
  return new Fault('rejected', `row ${instance} is not active: RowStatus ${String(value)}`);
}

/** Returns the fault of one variable of a refused request. */
function refusalOf(
  { command: { oid } }: WriteRequest<WriteCommand>,
  refusal: SnmpRefusal | null,
): Fault | null {
  if (refusal === null) return null;
  const isAtFault = refusal.oid === null || refusal.oid === oid;
  return new Fault(
    'rejected',
    isAtFault
      ? `${refusal.fault} to SET ${oid}`
      : `not set, because the device refused ${refusal.oid} of the same request`,
  );
}

async function read(
  target: Target<Options>,
  requests: readonly ReadRequest<Command>[],
  context: AdapterContext,
): Promise<readonly Reading[]> {
  const session = await openSession(target, context);
  try {
    const scalars = await readScalars(session, requests);
    const columns = await readColumns(session, requests);
    return requests.flatMap((request) => scalars.get(request) ?? columns.get(request) ?? []);
  } finally {
    session.close();
  }
}

/** Reads the variables that are not columns, and instead of those that the device does not have their alternatives. */
async function readScalars(
  session: SnmpSession,
  requests: readonly ReadRequest<Command>[],
): Promise<ReadonlyMap<ReadRequest, Reading>> {
  const scalars = requests.filter(({ command }) => !isColumn(command));
  const varbinds = await session.get(scalars.map(({ command }) => command.oid));
  const found = new Map(
    scalars.map((request, at) => [request, readingOf(request, varbinds[at])] as const),
  );
  const missing = scalars.flatMap((request) =>
    request.command.or !== undefined && found.get(request)?.value === null
      ? [{ request, oid: request.command.or }]
      : [],
  );
  const others = await session.get(missing.map(({ oid }) => oid));
  for (const [at, { request }] of missing.entries())
    found.set(request, readingOf(request, others[at]));
  return found;
}

/** Reads the columns of tables, all of them together. */
async function readColumns(
  session: SnmpSession,
  requests: readonly ReadRequest<Command>[],
): Promise<ReadonlyMap<ReadRequest, Reading>> {
  const queries = requests.filter(({ command }) => isColumn(command));
  if (queries.length === 0) return new Map();
  const { readColumnValues } = await import('../src/protocol/snmp/column-value.ts');
  const values = await readColumnValues(
    queries.map(({ command }) => command),
    (oids) => session.walkColumns(oids),
  );
  return new Map(
    queries.flatMap((request, at) => {
      const found = values[at];
      return found ? [[request, { variable: request.variable, ...found }] as const] : [];
    }),
  );
}

function isColumn({ sum = false, rows = false, interface: name }: Command): boolean {
  return sum || rows || name !== undefined;
}

/** Sockets and SNMPv3 engines of all devices. */
let client: Promise<SnmpClient> | null = null;

/** Loads the protocol with the first device that uses it; a site without one does not load its library. */
function loadClient(): Promise<SnmpClient> {
  client ??= import('../src/protocol/snmp/client.ts').then(({ SnmpClient }) => new SnmpClient());
  return client;
}

async function openSession(
  { host, options, credentials }: Target<Options>,
  context: AdapterContext,
): Promise<SnmpSession> {
  const { port, retries, max_repetitions: maxRepetitions } = options;
  const snmpCredentials = credentialsOf(options.version, credentials);
  return (await loadClient()).open(
    {
      host,
      port,
      credentials: snmpCredentials,
      timeoutMs: options.timeout * 1000,
      retries,
      maxRepetitions,
      ...(context.observe && {
        observe: (varbind) => context.observe?.({ protocol: 'snmp', ...varbind }),
      }),
    },
    context.signal,
  );
}

function credentialsOf(
  version: Options['version'],
  { community, snmpV3 }: Credentials,
): SnmpCredentials {
  if (version === 'v3') {
    if (snmpV3 === undefined) throw new Fault('refused', 'no SNMPv3 user is set for this device');
    return { version, user: snmpV3 };
  }
  // net-snmp would replace an empty community by `public`.
  if (community === undefined || community.reveal() === '')
    throw new Fault('refused', 'no SNMP community is set for this device');
  return { version, community };
}

function readingOf({ variable }: ReadRequest, varbind: Varbind | undefined): Reading {
  if (varbind === undefined)
    return { variable, value: null, fault: 'the device did not return it' };
  if ('fault' in varbind) return { variable, value: null, fault: varbind.fault };
  const { value, counterBits } = varbind;
  return counterBits === undefined ? { variable, value } : { variable, value, counterBits };
}
