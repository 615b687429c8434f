import { test } from 'tap';
import { loadShippedAdapters } from '../../../src/device-type/adapter-loader.ts';
import { examineType } from '../../../src/device-type/check/type-faults.ts';

/* What `gatehouse device-type check` and a start find in a file: every fault in one line, with its place. */

const adapters = await loadShippedAdapters();

/** Returns the faults of a type. */
const faultsOf = (type: object): readonly string[] =>
  // JSON is YAML.
  examineType(
    '/types/own.yaml',
    JSON.stringify({ short_name: 'own', name: 'Own', ...type }),
    adapters,
  ).faults;

const sysName = '1.3.6.1.2.1.1.5.0';
const reads = {
  ssh: { run: 'uname' },
  netconf: { rpc: { get: {} }, path: 'data/system' },
  snmp: { oid: sysName },
  http: { path: '/name' },
};
const parameterOf = (protocol: keyof typeof reads, more: object = {}) => ({
  name: 'Name',
  variable_name: 'name',
  short_name: 'name',
  type: 'string',
  read: reads[protocol],
  ...more,
});

const mac = { mac: { type: 'mac' } };
const ofNothing = /no value replaces \{\{ mac \}\}/;

const commands = [
  ['ssh', { run: 'kick {{ mac }}' }],
  [
    'ssh',
    { shell: ['configure', { send: 'kick', answers: [{ expect: '#', send: '{{ mac }}' }] }] },
  ],
  ['netconf', { rpc: { kick: { $: { xmlns: 'urn:x' }, address: '{{ mac }}' } } }],
  ['snmp', { oid: sysName, set: { type: 'string', value: '{{ mac }}' } }],
  ['snmp', { oid: '1.3.6.1.2.1.1.5', instance: '{{ mac }}', set: { type: 'integer', value: 1 } }],
  ['http', { method: 'POST', path: '/kick/{{ mac }}' }],
  ['http', { method: 'POST', path: '/kick', json: { of: ['{{ mac }}'] } }],
  ['http', { path: '/kick', before: [{ path: '/{{ mac }}' }] }],
] as const;

test('an operation names only values that it has', (t) => {
  for (const [protocol, command] of commands) {
    const what = `${protocol} ${JSON.stringify(command)}`;
    const type = { connection: { protocol } };
    const [fault, ...more] = faultsOf({ ...type, operations: { kick: { command } } });
    t.match(fault, /^operations\.kick\.command: no value replaces \{\{ mac \}\}$/, what);
    t.same(more, [], what);
    const other = { parameters: { macs: { type: 'mac' }, ...mac }, command };
    t.match(
      faultsOf({ ...type, operations: { kick: other } }),
      [/^operations\.kick\.parameters\.macs: no command of the operation has \{\{ macs \}\}$/],
      what,
    );
    const kick = { parameters: mac, command };
    const isNumber = 'instance' in command;
    t.same(
      faultsOf({
        ...type,
        operations: {
          kick: isNumber ? { ...kick, parameters: { mac: { type: 'integer' } } } : kick,
        },
      }),
      [],
      what,
    );
  }
  t.end();
});

test('a placeholder in another spelling, or of a protocol without placeholders, is a fault', (t) => {
  const kick = (protocol: string, command: object) =>
    faultsOf({ connection: { protocol }, operations: { kick: { parameters: mac, command } } });
  t.match(kick('ssh', { run: 'kick {{mac}} {{ mac }}' }), [
    'operations.kick.command: no value replaces {{mac}}; there is {{ mac }}',
  ]);
  t.match(kick('netconf', { rpc: { kick: { a: '{{ mac }}', b: 'of {{ mac }}' } } }), [ofNothing]);
  const pause = { seconds: { type: 'integer', minimum: 0, maximum: 9 } };
  const steps = [{ name: 'off', command: { run: 'off {{ seconds }}' }, pause: '{{ seconds }}' }];
  t.match(
    faultsOf({
      connection: { protocol: 'ssh' },
      operations: { cycle: { parameters: pause, steps } },
    }),
    [/^operations\.cycle\.steps\.0\.command: no value replaces \{\{ seconds \}\}$/],
  );
  t.end();
});

test('what reads has no placeholders, and what writes has {{ value }} alone', (t) => {
  for (const [protocol, part] of [
    ['ssh', { read: { run: 'show {{ mac }}' } }],
    ['netconf', { read: { rpc: { get: { filter: '{{ mac }}' } }, path: 'data' } }],
    ['http', { read: { path: '/{{ mac }}' } }],
    ['ssh', { write: { run: 'set {{ value }} {{ mac }}' } }],
    ['ssh', { write: { shell: ['set {{ value }}', 'of {{ mac }}'] } }],
    ['netconf', { write: { config: { a: '{{ value }}', b: '{{ mac }}' } } }],
    ['netconf', { write: { config: { a: '{{ value }}', b: 'of {{ mac }}' } } }],
    ['netconf', { write: { config: { a: '{{ value }}', b: 'not {{ mac }}, {{ value }}' } } }],
    [
      'snmp',
      {
        write: {
          oid: sysName,
          type: 'string',
          then: [{ oid: sysName, type: 'string', value: '{{ mac }}' }],
        },
      },
    ],
    ['http', { write: { method: 'PUT', path: '/{{ mac }}', json: '{{ value }}' } }],
  ] as const) {
    const parameters = [parameterOf(protocol, part)];
    const found = faultsOf({ connection: { protocol }, parameters });
    t.equal(found.length, 1, JSON.stringify(part));
    t.match(found[0], /^parameters\.name\.(read|write): .*\{\{ mac \}\}/, JSON.stringify(part));
  }
  const backup = { read: { run: 'show {{ name }}' }, restore: { run: 'put {{ value }} {{ to }}' } };
  t.match(faultsOf({ connection: { protocol: 'ssh' }, backup }), [
    /^backup\.read: no value replaces \{\{ name \}\}$/,
    /^backup\.restore: no value replaces \{\{ to \}\}; there is \{\{ value \}\}$/,
  ]);
  t.end();
});

test('a type over HTTP has the names of its options, its login and the requests before', (t) => {
  const login = {
    kind: 'session',
    steps: [{ method: 'POST', path: '/login', keep: { csrf: { header: 'x-csrf' } } }],
  };
  const options = { values: { site: 'default' }, login };
  const command = {
    path: '/{{ site }}/{{ id }}',
    headers: { 'x-csrf': '{{ csrf }}' },
    before: [{ path: '/{{ site }}', value: '/id', as_name: 'id' }],
  };
  const type = { connection: { protocol: 'http', options }, operations: { locate: { command } } };
  t.same(faultsOf(type), []);
  t.match(faultsOf({ ...type, connection: { protocol: 'http', options: { login } } }), [
    /^operations\.locate\.command: no value replaces \{\{ site \}\}; there is \{\{ csrf \}\}, \{\{ id \}\}$/,
  ]);
  t.end();
});

test('a login names only credentials, values and what its steps keep', (t) => {
  const overSsh = (send: string) => ({
    connection: {
      protocol: 'ssh',
      options: { shell: { prompt: '> ?$', login: [{ expect: 'User:', send }] } },
    },
  });
  t.same(faultsOf(overSsh('{{ username }}')), []);
  t.same(faultsOf(overSsh('{{ user }}')), [
    'connection.options: no value replaces {{ user }}; there is {{ username }}, {{ password }}, {{ enable_password }}',
  ]);
  const overHttp = (send: string) => ({
    connection: {
      protocol: 'http',
      options: {
        values: { site: 'default' },
        login: {
          kind: 'session',
          steps: [
            {
              method: 'POST',
              path: '/{{ site }}/login',
              json: { name: '{{ username }}', key: '{{ token }}' },
              keep: { session: { json: '/id' } },
            },
          ],
          send: { headers: { Cookie: send } },
        },
      },
    },
  });
  t.same(faultsOf(overHttp('id={{ session }}')), []);
  t.match(faultsOf(overHttp('id={{ sesion }}')), [
    /^connection\.options: no value replaces \{\{ sesion \}\}; there is .*\{\{ session \}\}$/,
  ]);
  t.end();
});

test('an object names only its fields', (t) => {
  const object = {
    name: 'Lease',
    object: 'leases.',
    key: 'mac',
    fields: { mac: { type: 'string', required: true } },
    command: {
      exists: { run: 'has {{ mac }}', match: 'yes' },
      add: { run: ['add {{ mac }}', 'of {{ adress }}'] },
      delete: { run: 'del {{ mac }}' },
    },
  };
  t.match(faultsOf({ connection: { protocol: 'ssh' }, objects: [object] }), [
    /^objects\.leases\.: no value replaces \{\{ adress \}\}; there is \{\{ mac \}\}$/,
  ]);
  t.end();
});

test('no fault hides another', (t) => {
  const command = { run: 'kick {{ mac }}' };
  const found = faultsOf({
    poll_intervall: 5,
    connection: { protocol: 'ssh', options: { port: 'ssh' } },
    parameters: [
      parameterOf('ssh', { typ: 1, type: 'strin' }),
      { ...parameterOf('ssh'), read: {} },
    ],
    metrics: [
      { name: 'm', parameter: 'name', type: 'a' },
      { name: 'n', parameter: 'missing', type: 'a' },
    ],
    operations: {
      one: { comand: command },
      two: { command, timeout: 0 },
      three: { command },
      four: { command, verify: { within: 5 } },
      'Kick-Client': { command },
    },
    diagnostics: { ping: { command: { run: 'ping {{ hots }}' } }, pong: { command } },
  });
  t.same(found.toSorted(), [
    'connection.options.port: must be integer, not "ssh"',
    'diagnostics.ping.command: no value replaces {{ hots }}; there is {{ host }}, {{ interface }}, {{ count }}, {{ timeout }}, {{ timeout_seconds }}, {{ packet_size }}, {{ dscp }}, {{ tos }}, {{ tries }}, {{ max_hops }}, {{ dns_host }}, {{ dns_port }}, {{ url }}, {{ connections }}, {{ duration }}, {{ file_size }}, {{ port }}, {{ interval }}',
    'diagnostics.pong: expected one of ping, traceroute, dns_lookup, download, upload, udp_echo, wifi_neighbor',
    'metrics.n.parameter: no parameter missing',
    'operations.Kick-Client: is no valid name',
    'operations.four.command: no value replaces {{ mac }}',
    'operations.four.verify: expected one of uptime, equals and reads_back',
    'operations.one.comand: is unknown; did you mean command?',
    'operations.three.command: no value replaces {{ mac }}',
    'operations.two.timeout: must be at least 1, not 0',
    'parameters.name.read: a command has either run or shell',
    'parameters.name.typ: is unknown; did you mean type?',
    'parameters.name.type: must be one of string, text, integer, float, boolean, select, date, datetime, password, not "strin"',
    'parameters.name: a variable_name is used twice',
    'poll_intervall: is unknown; did you mean poll_interval?',
  ]);
  t.end();
});

test('parts with a fault are left out, and no other', (t) => {
  const named = (name: string, more: object = {}) =>
    parameterOf('ssh', { variable_name: name, ...more });
  const { type } = examineType(
    '/types/own.yaml',
    JSON.stringify({
      short_name: 'own',
      name: 'Own',
      unknown: 1,
      connection: { protocol: 'ssh' },
      detect: [{ banner: 'x' }, { ssh_banner: 'y' }],
      operations: { One: {}, sync: {} },
      parameters: [
        ...['a', 'b', 'c', 'd', 'e'].map((name) => named(name, { type: 'strin' })),
        ...['f', 'g', 'h'].map((name) => named(name)),
      ],
    }),
    adapters,
  );
  t.same(
    type?.parameters.map(({ variable_name }) => variable_name),
    ['f', 'g', 'h'],
  );
  t.same(type?.detect, [{ ssh_banner: 'y' }]);
  t.same(Object.keys(type?.operations ?? {}), ['sync']);
  t.end();
});

test('a value that matches no alternative is described once', (t) => {
  const steps = [{ name: 'off', command: { run: 'off' }, pause: true }];
  const [fault, ...more] = faultsOf({
    connection: { protocol: 'ssh' },
    operations: { cycle: { steps } },
  });
  t.match(
    fault,
    /^operations\.cycle\.steps\.0\.pause: cannot be true: seconds before the next step/,
  );
  t.same(more, []);
  t.end();
});

test('a file without a connection has its other faults of the schema', (t) => {
  t.same(faultsOf({ name: 5 }).toSorted(), [
    'connection: is required',
    'name: must be string, not 5',
  ]);
  const { type, faults } = examineType('/types/own.yaml', '- a\n', adapters);
  t.equal(type, null);
  t.same(faults, ['must be object, not a list']);
  t.end();
});

test('rows over HTTP, and a request for each entry, have all that they need', (t) => {
  const ofRead = (read: object) =>
    faultsOf({ connection: { protocol: 'http' }, parameters: [parameterOf('http', { read })] });
  const path = '/aps';
  const rows = { path, rows: { name: '/name' }, value: '/n' };
  const each = { path, value: '/mac', as_name: 'ap' };
  t.same(ofRead({ ...rows, rows: { name: ['/name'], inner: { at: '/radios' } } }), []);
  t.same(ofRead({ ...rows, path: '/aps/{{ ap }}', each, reduce: 'mean' }), []);
  const place = 'parameters.name.read';
  for (const [read, fault] of [
    [{ ...rows, reduce: 'list' }, `${place}: rows: reduce: list is for texts`],
    [{ ...rows, reduce: 'lines' }, `${place}: rows: reduce: lines is for texts`],
    [{ ...rows, as: 'duration' }, `${place}: rows: as: duration is for one value`],
    [{ path, rows: {} }, `${place}: rows: needs value, the place of a number in an entry`],
    [{ ...rows, each }, `${place}: each: the command has no {{ ap }}`],
    [
      { path: '/aps/{{ ap }}', each, value: '/n' },
      `${place}: each: needs rows or reduce, which take the replies together`,
    ],
    [{ ...rows, path: '/aps/{{ ap }}' }, `${place}: no value replaces {{ ap }}`],
  ] as const)
    t.same(ofRead(read), [fault]);
  for (const [read, at] of [
    [{ ...rows, rows: { name: 'name' } }, /^parameters\.name\.read\.rows\.name: /],
    [{ ...rows, rows: { inner: {} } }, /^parameters\.name\.read\.rows\.inner\.at: is required$/],
    [
      { ...rows, rows: { names: '/name' } },
      /^parameters\.name\.read\.rows\.names: is unknown; did you mean name\?$/,
    ],
    [{ ...rows, rows: true }, /^parameters\.name\.read\.rows: must be object, not true$/],
    [{ ...rows, each: { path } }, /^parameters\.name\.read\.each\.as_name: is required$/],
  ] as const)
    t.match(ofRead(read).join('; '), at);
  t.end();
});

test('a write over HTTP onto an object has an object of its own', (t) => {
  const ofWrite = (more: object) => {
    const write = { method: 'PATCH', path: '/ssid', json: { name: '{{ value }}' }, ...more };
    const parameters = [parameterOf('http', { write })];
    return faultsOf({ connection: { protocol: 'http' }, parameters });
  };
  const onto = { path: '/ssid', at: '/result', members: ['band'] };
  t.same(ofWrite({ onto }), []);
  const needs =
    'onto: needs json, an object; its members replace the members that the device returned';
  for (const json of ['{{ value }}', ['{{ value }}']])
    t.same(ofWrite({ onto, json }), [`parameters.name.write: ${needs}`]);
  t.same(ofWrite({ onto, json: undefined, form: { name: '{{ value }}' } }), [
    `parameters.name.write: ${needs}`,
  ]);
  t.same(ofWrite({ onto: { ...onto, path: '/{{ id }}' } }), [
    'parameters.name.write: no value replaces {{ id }}; there is {{ value }}',
  ]);
  t.match(
    ofWrite({ onto: { ...onto, members: [] } })[0],
    /^parameters\.name\.write\.onto\.members: /,
  );
  t.end();
});
