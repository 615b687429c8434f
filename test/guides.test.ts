import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import tap, { test } from 'tap';
import { parse } from 'yaml';
import {
  DeviceTypeFaults,
  loadShippedAdapters,
  readDeviceType,
} from '../src/device-type/adapter-loader.ts';
import { signatureOf } from '../src/notify/delivery/webhook-request.ts';
import { ConfigFaults, loadConfig } from '../src/config/load-config.ts';
import { readMapping } from '../src/site/import/table/mapping.ts';
import { Secret } from '../src/contract/secret.ts';
import {
  allGuideBlocks,
  blocksOf,
  guideBlock,
  guideBlocks,
  type GuideBlock,
} from '../tools/documents/guide-blocks.ts';
import { Authority } from './peers/certificates.ts';
import { root } from './source-files.ts';

/* Every block of README.md and of the guides has a test that takes its text from there; those that need nothing that runs are here. */

const here = 'test/guides.test.ts';
/** Started by `npm run check:package`. */
const onDebian = 'tools/check-package/guide-check.ts';
const vendors = 'test/portal/dialect/document.test.ts';
const cluster = 'test/peers/patroni-cluster.ts';

/** The tests by the keys of the blocks that they run or hold. */
const runners: Readonly<Record<string, string>> = {
  console: 'test/readme.test.ts',
  'sh run': 'test/readme.test.ts',
  'http run': 'test/readme.test.ts',
  'sh stream': 'test/readme.test.ts',
  'sh day': 'test/deed/transcript.test.ts',
  'sh devices': 'test/walks/device-guide.test.ts',
  'json replies': 'test/radius/auth/reply-condition.test.ts',
  'json address_pool': 'test/aaa/api/address-pool.test.ts',
  'json user_key': 'test/aaa/api/user-key.test.ts',
  'json wifi_network': 'test/aaa/api/wifi-network.test.ts',
  'json wifi_profile': 'test/aaa/api/wifi-network.test.ts',
  'json user_key_device': 'test/aaa/api/user-key.test.ts',
  'json aaa_upstream': 'test/radius/eap/inner-upstream.test.ts',
  'json eap_methods': 'test/radius/eap/permitted-methods.test.ts',
  'json wifi_keys': 'test/aaa/api/user-key.test.ts',
  'json payment': 'test/portal/step/payment.test.ts',
  'json pms_link': 'test/aaa/pms/pms-link.test.ts',
  'json user_source': 'test/aaa/api/user-source.test.ts',
  'ts client': 'test/http/documents/client.test.ts',
  nginx: 'test/peers/nginx.ts',
  caddy: 'test/peers/caddy.ts',
  'yaml camera': 'test/manual-example.ts',
  'sh dns-hook': 'test/http/acme.test.ts',
  'yaml config': here,
  'yaml type': here,
  'yaml mapping': here,
  'yaml compose': here,
  'yaml kubernetes': here,
  'python webhook': here,
  'sh check': here,
  'csv users': onDebian,
  'yaml acme': 'tools/check-package/acme-check.ts',
  'sh compare': 'tools/check-package/hotel-check.ts',
  'sh image': 'tools/check-package/image-check.ts',
  'ini etcd': cluster,
  'yaml patroni': cluster,
  'sql cluster': cluster,
  'text cluster-url': cluster,
  haproxy: cluster,
  'ini pgbouncer': cluster,
  'sh sources': 'tools/check-package/sources-check.ts',
  'sh archive': 'tools/check-package/sources-check.ts',
  'sh install': onDebian,
  'sh site': onDebian,
  'sh record': onDebian,
  'sh repository': onDebian,
  'sh import': onDebian,
  'sh backup': onDebian,
  'sh restore': onDebian,
  'sh move-store': onDebian,
  'sh doctor': onDebian,
  'sh support': onDebian,
  'sh portal-test': onDebian,
  'sh tls': onDebian,
  'python tls': onDebian,
  dnsmasq: onDebian,
  dhcpd: onDebian,
  'json kea': vendors,
  'sh coovachilli': vendors,
  html: vendors,
  routeros: vendors,
  uci: vendors,
  ruckus: vendors,
  aruba: vendors,
  cisco: vendors,
  'text huawei': vendors,
  'text junos': vendors,
  fortios: vendors,
  'ini hostapd': vendors,
  'text form': vendors,
  'text redirect': vendors,
  'text dictionary': 'test/protocol/radius/shipped-dictionary.test.ts',
};

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-guides-'));
const authority = new Authority();
tap.teardown(() => {
  rmSync(folder, { recursive: true });
  authority.remove();
});

/** Returns the blocks that no test runs. */
function withoutTest(blocks: readonly GuideBlock[]): readonly string[] {
  return blocks.filter(({ key }) => !(key in runners)).map(({ place, key }) => `${place}: ${key}`);
}

test('every block of the guides is run, or held, by a test that takes its text from there', (t) => {
  const blocks = allGuideBlocks();
  t.same(withoutTest(blocks), []);
  const added = blocksOf('x.md', 'Text\n\n```sh\nrm x\n```\n\n~~~yaml\na: 1\n~~~\n');
  t.same(withoutTest(added), ['x.md:3: sh', 'x.md:7: yaml'], 'another one would be named');
  const keys = new Set(blocks.map(({ key }) => key));
  t.same(
    Object.keys(runners).filter((key) => !keys.has(key)),
    [],
    'and no test is for a block that is gone',
  );
  for (const [key, file] of Object.entries(runners))
    t.match(
      readFileSync(join(root, file), 'utf8'),
      new RegExp(`guideBlocks?\\([^]*'${key}'|'${key}'[^]*guideBlocks?\\(`),
      `${file} runs ${key}`,
    );
  t.end();
});

const messagesOf = (call: () => unknown) => {
  try {
    call();
    return '';
  } catch (error) {
    if (error instanceof ConfigFaults || error instanceof DeviceTypeFaults) return error.message;
    throw error;
  }
};

test('the gateway accepts every block of configuration', (t) => {
  const own = authority.issue('gate.example');
  /** Files of the guides, each with what its key needs. */
  const files: Readonly<Record<string, string>> = {
    'log-ca.pem': authority.file,
    'devices-ca.pem': authority.file,
    'syslog.pem': own.certificate,
    'syslog.key': own.key,
  };
  const faultsOf = (text: string) => {
    const file = join(folder, 'gatehouse.yaml');
    writeFileSync(
      file,
      text.replaceAll(/\/etc\/gatehouse\/([\w.-]+)/g, (path, name: string) => files[name] ?? path),
    );
    return messagesOf(() => loadConfig(file, {}));
  };
  const blocks = [...guideBlocks('yaml config'), ...guideBlocks('yaml acme')];
  for (const { place, text } of blocks) t.equal(faultsOf(text), '', place);
  t.match(faultsOf((blocks[0]?.text ?? '').replace('host:', 'hots:')), /hots/);
  t.end();
});

test('the gateway accepts every part of a device type', async (t) => {
  const adapters = await loadShippedAdapters();
  const uptime = { name: 'Uptime', variable_name: 'system.uptime', short_name: 'uptime' };
  const read = { ssh: { run: 'cat /proc/uptime' }, snmp: { oid: '1.3.6.1.2.1.1.3.0' } };
  const faultsOf = (text: string) => {
    const part = parse(text) as {
      readonly connection?: unknown;
      readonly operations?: unknown;
      readonly parameters?: readonly unknown[];
    };
    const protocol = /^ +oid: /m.test(text) ? 'snmp' : 'ssh';
    const more =
      part.operations === undefined ? [] : [{ ...uptime, type: 'float', read: read[protocol] }];
    const whole = {
      short_name: 'own',
      name: 'Own',
      connection: { protocol },
      ...part,
      parameters: [...(part.parameters ?? []), ...more],
    };
    const file = pathToFileURL(join(folder, 'own.yaml'));
    // JSON is YAML.
    return messagesOf(() => readDeviceType(file, JSON.stringify(whole), adapters));
  };
  const blocks = guideBlocks('yaml type');
  for (const { place, text } of blocks) t.equal(faultsOf(text), '', place);
  t.match(faultsOf((blocks[0]?.text ?? '').replace('prompt:', 'promt:')), /promt/);
});

test('the import accepts the mapping of a CSV', async (t) => {
  const file = join(folder, 'mapping.yaml');
  writeFileSync(file, guideBlock('yaml mapping'));
  t.match(await readMapping(file), { delimiter: ';', tables: [{ resource: 'inventory_device' }] });
});

test('the signature of a webhook is checked as the guide shows', (t) => {
  const body = '{"id": "ü"}';
  const signature = signatureOf(new Secret('key'), 1_700_000_000, body);
  const script = `${guideBlock('python webhook')}
body = ${JSON.stringify(body)}.encode()
print(is_genuine(b"key", "t=1700000000,v1=${signature}", body), is_genuine(b"kay", "t=1700000000,v1=${signature}", body))`;
  t.equal(execFileSync('python3', ['-c', script], { encoding: 'utf8' }), 'True False\n');
  t.end();
});

test('README.md names only scripts of the package', (t) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const [, name = ''] = /^npm ci && npm run ([\w:]+)\n$/.exec(guideBlock('sh check')) ?? [];
  t.equal(name in scripts, true);
  t.match(readFileSync(join(root, '.ci/run'), 'utf8'), `npm ci\n`, 'a check runs the lines');
  t.match(readFileSync(join(root, '.ci/run'), 'utf8'), `npm run ${name}\n`);
  t.end();
});

/** What the image is, by the instructions of its file. */
const image = readFileSync(join(root, 'packaging/Dockerfile'), 'utf8');
const instruction = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(image)?.[1] ?? '';

test('the composition runs the image with its volume, and with keys that it knows', (t) => {
  const { services, secrets, volumes } = parse(guideBlock('yaml compose')) as {
    readonly services: { readonly gatehouse: Service };
    readonly secrets: Readonly<Record<string, unknown>>;
    readonly volumes: Readonly<Record<string, unknown>>;
  };
  const service = services.gatehouse;
  t.equal(service.volumes[0], `${Object.keys(volumes)[0] ?? ''}:${instruction('VOLUME')}`);
  t.equal(service.volumes[1]?.split(':')[1], '/etc/gatehouse/conf.d');
  t.same(service.secrets, Object.keys(secrets));
  const key = `/run/secrets/${service.secrets[0] ?? ''}`;
  t.same(service.environment, { GATEHOUSE_SECRET_KEY_FILE: key });
  t.equal(loadConfig(emptyConfig(), service.environment).secret_key_file, key);
  t.end();
});

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly volumes: readonly string[];
}

function emptyConfig(): string {
  const file = join(folder, 'empty.yaml');
  writeFileSync(file, '');
  return file;
}

interface StatefulSet {
  readonly template: {
    readonly spec: {
      readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number };
      readonly containers: readonly [Container];
      readonly volumes: readonly { readonly name: string }[];
    };
  };
  readonly volumeClaimTemplates: readonly { readonly metadata: { readonly name: string } }[];
}
interface Balancer {
  readonly ports: readonly Port[];
}
interface Container {
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly Port[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly startupProbe: Probe;
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Port {
  readonly name: string;
  readonly containerPort?: number;
  readonly port?: number;
  readonly protocol: string;
}

test('the objects of Kubernetes have user, ports, volume and health of the image', (t) => {
  const [set = '', service = ''] = guideBlock('yaml kubernetes').split('\n---\n');
  const { template, volumeClaimTemplates } = (parse(set) as { readonly spec: StatefulSet }).spec;
  const { securityContext, containers, volumes } = template.spec;
  const [container] = containers;
  t.equal(`${securityContext.runAsUser}:${securityContext.runAsGroup}`, instruction('USER'));
  const exposed = container.ports.map(
    (port) => `${port.containerPort}/${port.protocol.toLowerCase()}`,
  );
  t.equal(exposed.join(' '), instruction('EXPOSE'));
  const { ports } = (parse(service) as { readonly spec: Balancer }).spec;
  t.same(
    ports.map(({ name, port, protocol }) => [name, port, protocol]),
    container.ports.map(({ name, containerPort, protocol }) => [name, containerPort, protocol]),
  );
  const [data, key] = container.volumeMounts;
  t.same(
    [data?.name, data?.mountPath],
    [volumeClaimTemplates[0]?.metadata.name, instruction('VOLUME')],
  );
  t.equal(key?.name, volumes[0]?.name);
  const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  const config = loadConfig(emptyConfig(), environment);
  t.equal(config.secret_key_file.startsWith(`${key?.mountPath ?? ''}/`), true);
  t.equal(config.log.format, 'json');
  t.match(image, new RegExp(`path: '${container.readinessProbe.httpGet.path}'`));
  t.equal(container.startupProbe.httpGet.path, container.readinessProbe.httpGet.path);
  t.equal(container.livenessProbe.httpGet.path, '/healthz');
  t.end();
});
