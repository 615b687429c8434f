import { Type } from 'typebox';
import {
  adapter,
  credentialText,
  snmpV3Schema,
  writeOutcome,
  type AdapterContext,
  type CommandResult,
  type Credentials,
  type Identity,
  type ObjectRequest,
  type ReadRequest,
  type Reading,
  type Target,
  type WriteOutcome,
  type WriteRequest,
} from '../src/contract/adapter.ts';
import { Fault } from '../src/contract/errors.ts';
import {
  encodeAssignment,
  setText,
  writeTypeOf,
  type SnmpWriteType,
} from '../src/protocol/snmp/assignment.ts';
import {
  deleteRemains,
  rowAssignments,
  rowFault,
  rowRefusal,
  rowStatusOf,
  rowText,
} from '../src/protocol/snmp/object-row.ts';
import {
  distinctSets,
  fillSnmpCommand,
  operateBySets,
  refusalOf,
  setInOrder,
} from '../src/protocol/snmp/set-sequence.ts';
import type { SnmpCredentials } from '../src/protocol/snmp/credentials.ts';
import {
  isOid,
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
import type { SnmpSession } from '../src/protocol/snmp/session.ts';
import { planOf, readScalars } from '../src/protocol/snmp/read-plan.ts';

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
  rawCommand: (path) => (isOid(path) ? { oid: path } : null),
  rawWriteCommand: (path): WriteCommand | null =>
    isOid(path) ? { oid: path, type: 'as_read' } : null,
  fillCommand: fillSnmpCommand,
  identify,
  operate,
  read,
  write,
  changeObjects,
  previewObject({ command, ...change }) {
    return rowText(command, change);
  },
  previewWrite({ command: { oid, type, then = [] }, value, isSecret }) {
    const shown = isSecret ? '***' : value;
    if (type === 'as_read') return setText([{ oid, value: shown }, ...then]);
    encodeAssignment(oid, type, value);
    return setText([{ oid, type, value: shown }, ...then]);
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

async function operate(
  target: Target<Options>,
  command: Command,
  context: AdapterContext,
): Promise<CommandResult> {
  const session = await openSession(target, context);
  try {
    return { output: '', disconnected: await operateBySets(session, command) };
  } finally {
    session.close();
  }
}

async function write(
  target: Target<Options>,
  requests: readonly WriteRequest<WriteCommand>[],
  context: AdapterContext,
): Promise<readonly WriteOutcome[]> {
  const types = await readTypes(target, requests, context);
  const assignments = requests.map(({ command: { oid, type }, value }) =>
    encodeAssignment(oid, type === 'as_read' ? (types.get(oid) ?? 'string') : type, value),
  );
  const session = await openSession(target, context);
  try {
    const refusal = await session.set(assignments);
    if (refusal === null)
      await setInOrder(
        session,
        distinctSets(requests.flatMap(({ command }) => command.then ?? [])),
      );
    return requests.map((request) =>
      writeOutcome(request.variable, refusalOf(request.command.oid, refusal)),
    );
  } finally {
    session.close();
  }
}

/**
 * Reads the types of the variables from the device, for commands that do not name a type.
 *
 * @throws Fault `rejected` if the device has no such variable, or its type cannot be set
 */
async function readTypes(
  target: Target<Options>,
  requests: readonly WriteRequest<WriteCommand>[],
  context: AdapterContext,
): Promise<ReadonlyMap<string, SnmpWriteType>> {
  const types = new Map<string, SnmpWriteType>();
  const oids = requests.flatMap(({ command: { oid, type } }) => (type === 'as_read' ? [oid] : []));
  if (oids.length === 0) return types;
  const observe: AdapterContext['observe'] = (exchange) => {
    if (exchange.protocol !== 'snmp') return;
    const type = writeTypeOf(exchange.type);
    if (type !== null) types.set(exchange.oid, type);
  };
  const session = await openSession(target, { ...context, observe });
  try {
    for (const varbind of await session.get(oids)) {
      if ('fault' in varbind) throw new Fault('rejected', `${varbind.oid}: ${varbind.fault}`);
      if (!types.has(varbind.oid))
        throw new Fault('rejected', `${varbind.oid}: a value of this type cannot be set`);
    }
    return types;
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

async function read(
  target: Target<Options>,
  requests: readonly ReadRequest<Command>[],
  context: AdapterContext,
): Promise<readonly Reading[]> {
  const plan = planOf(requests);
  const session = await openSession(target, context);
  try {
    const scalars = await readScalars(session, plan);
    if (plan.columns.length === 0) return scalars;
    const columns = await readColumns(session, plan.columns);
    const byRequest = new Map(plan.scalars.map((request, at) => [request, scalars[at]]));
    return requests.flatMap((request) => byRequest.get(request) ?? columns.get(request) ?? []);
  } finally {
    session.close();
  }
}

/** Reads the columns of tables, all of them together. */
async function readColumns(
  session: SnmpSession,
  queries: readonly ReadRequest<Command>[],
): Promise<ReadonlyMap<ReadRequest, Reading>> {
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

/** Sockets and SNMPv3 engines of all devices. */
let client: Promise<SnmpClient> | null = null;

/** Loads the protocol with the first device that uses it; a site without one does not load its library. */
function loadClient(): Promise<SnmpClient> {
  client ??= import('../src/protocol/snmp/client.ts').then(({ SnmpClient }) => new SnmpClient());
  return client;
}

async function openSession(
  { name, host, options, credentials }: Target<Options>,
  context: AdapterContext,
): Promise<SnmpSession> {
  const { port, retries, max_repetitions: maxRepetitions } = options;
  const snmpCredentials = credentialsOf(options.version, credentials);
  return (await loadClient()).open(
    {
      name,
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
    if (snmpV3 === undefined)
      throw new Fault(
        'refused',
        'no SNMPv3 user is set for this device: set snmp_v3 in it or its connection profile',
      );
    return { version, user: snmpV3 };
  }
  // net-snmp would replace an empty community by `public`.
  if (community === undefined || community.reveal() === '')
    throw new Fault(
      'refused',
      'no SNMP community is set for this device: set snmp_community in it or its connection profile',
    );
  return { version, community };
}
