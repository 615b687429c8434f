import { Type, type Static } from 'typebox';
import {
  adapter,
  writeOutcome,
  type AdapterContext,
  type Credentials,
  type ReadRequest,
  type Reading,
  type Target,
  type WriteOutcome,
  type WriteRequest,
} from '../src/adapter.ts';
import { Fault } from '../src/errors.ts';
import { encodeAssignment, snmpWriteTypes } from '../src/protocol/snmp/assignment.ts';
import type { SnmpCredentials } from '../src/protocol/snmp/credentials.ts';
import type { SnmpColumn, SnmpRefusal, SnmpSession } from '../src/protocol/snmp/session.ts';
import type { Varbind } from '../src/protocol/snmp/varbind.ts';

const closed = { additionalProperties: false };

const options = Type.Object(
  {
    port: Type.Integer({ minimum: 1, maximum: 65_535, default: 161 }),
    version: Type.Enum(['v1', 'v2c', 'v3'], { default: 'v2c' }),
    timeout: Type.Number({
      minimum: 0.1,
      maximum: 60,
      default: 2,
      description: 'seconds before a retransmission',
    }),
    retries: Type.Integer({
      minimum: 0,
      maximum: 10,
      default: 1,
      description: 'number of retransmissions',
    }),
    max_repetitions: Type.Integer({
      minimum: 0,
      maximum: 200,
      default: 20,
      description:
        'rows of a table per answer; 0: one by GETNEXT, for a device that ignores GETBULK (found out after a time-out otherwise)',
    }),
  },
  closed,
);

const oid = (description: string) =>
  Type.String({ pattern: '^[0-2](\\.(0|[1-9]\\d{0,9})){1,127}$', description });

const command = Type.Object(
  {
    oid: oid('a variable with its instance (1.3.6.1.2.1.1.3.0); with `sum` a column of a table'),
    or: Type.Optional(
      oid('variable or column that is read where the device does not have the first'),
    ),
    sum: Type.Optional(Type.Boolean({ description: 'add up the rows of the column' })),
    of: Type.Optional(
      Type.Enum(['physical'], {
        description:
          'with `sum` of a column of ifTable or ifXTable: leave out loopback, bridges, VLANs, tunnels and aggregates',
      }),
    ),
  },
  closed,
);

const writeCommand = Type.Object(
  {
    oid: command.properties.oid,
    type: Type.Enum([...snmpWriteTypes], { description: 'type of the value in the SET request' }),
  },
  closed,
);

type Options = Static<typeof options>;
type Command = Static<typeof command>;
type WriteCommand = Static<typeof writeCommand>;

/** Reads and writes variables of any device that answers SNMPv2c or SNMPv3. */
export default adapter({
  name: 'snmp',
  options,
  command,
  writeCommand,
  read,
  write,
  previewWrite({ command: { oid, type }, value, isSecret }) {
    encodeAssignment(oid, type, value);
    return `SET ${oid} ${type} ${isSecret ? '***' : JSON.stringify(value)}`;
  },
});

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
    const values = await readScalars(session, requests);
    return await readSums(session, requests, values);
  } finally {
    session.close();
  }
}

/** Reads the variables that are not sums, and instead of those that the device does not have their alternatives. */
async function readScalars(
  session: SnmpSession,
  requests: readonly ReadRequest<Command>[],
): Promise<ReadonlyMap<ReadRequest, Reading>> {
  const scalars = requests.filter(({ command }) => command.sum !== true);
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

/** Reads the columns one at a time and returns all readings in the order of the requests. */
async function readSums(
  session: SnmpSession,
  requests: readonly ReadRequest<Command>[],
  scalars: ReadonlyMap<ReadRequest, Reading>,
) {
  let physical: Promise<PhysicalRows> | undefined;
  const rowFilter = ({ of }: Command) =>
    of === 'physical' ? (physical ??= readPhysicalRows(session)) : allRows;
  const readings: Reading[] = [];
  for (const request of requests) {
    const scalar = scalars.get(request);
    readings.push(scalar ?? (await readSum(session, request, await rowFilter(request.command))));
  }
  return readings;
}

/** Selects the rows of a column that are added up. */
type PhysicalRows = (column: string, row: Varbind) => boolean;
const allRows: PhysicalRows = () => true;

async function readPhysicalRows(session: SnmpSession): Promise<PhysicalRows> {
  const { ifDescr, ifType, indexOf, physicalIndexes } =
    await import('../src/protocol/snmp/physical-interfaces.ts');
  const types = await session.walkColumn(ifType);
  const names = await session.walkColumn(ifDescr);
  if ('fault' in types || types.rows.length === 0) return allRows;
  const indexes = physicalIndexes(types.rows, 'fault' in names ? [] : names.rows);
  // A device without any, such as a container, counts on what it has.
  if (indexes.size === 0) return allRows;
  return (column, { oid }) => indexes.has(indexOf(column, oid));
}

/** Reads the sum of a column, or of its alternative where the device has no rows below it. */
async function readSum(
  session: SnmpSession,
  request: ReadRequest<Command>,
  isSelected: PhysicalRows,
): Promise<Reading> {
  const { oid, or } = request.command;
  const column = await session.walkColumn(oid);
  const isAbsent = 'fault' in column || column.rows.length === 0;
  if (!isAbsent || or === undefined) return sumOf(request, column, (row) => isSelected(oid, row));
  return sumOf(request, await session.walkColumn(or), (row) => isSelected(or, row));
}

/** Loads the protocol with the first device that uses it; a site without one does not load its library. */
async function openSession(
  { host, options, credentials }: Target<Options>,
  context: AdapterContext,
): Promise<SnmpSession> {
  const { port, retries, max_repetitions: maxRepetitions } = options;
  const snmpCredentials = credentialsOf(options.version, credentials);
  const { SnmpSession } = await import('../src/protocol/snmp/session.ts');
  return SnmpSession.open(
    {
      host,
      port,
      credentials: snmpCredentials,
      timeoutMs: options.timeout * 1000,
      retries,
      maxRepetitions,
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
  return { variable, value: varbind.value };
}

function sumOf(
  { variable }: ReadRequest,
  column: SnmpColumn,
  isSelected: (row: Varbind) => boolean,
): Reading {
  if ('fault' in column) return { variable, value: null, fault: column.fault };
  if (column.rows.length === 0)
    return { variable, value: null, fault: 'the device has no rows below it' };
  let sum = 0n;
  for (const { oid, value } of column.rows.filter(isSelected)) {
    if (typeof value !== 'number' && typeof value !== 'bigint')
      return { variable, value: null, fault: `row ${oid} is not a number` };
    sum += BigInt(value);
  }
  return { variable, value: sum };
}
