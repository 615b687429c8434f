import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import type { Adapter, HostKey } from '../../contract/adapter.ts';
import type { DeviceType } from '../device-type.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { validateAgainst } from '../../contract/schema.ts';
import { credentialsOf, readCredentials } from './record-credentials.ts';
import { recordDevice } from './record-device.ts';

/** Arguments of the command line, which contain no credentials. */
export interface RecordArguments {
  readonly protocol: string;
  readonly host: string;
  readonly type: string;
  readonly port?: string;
  readonly hostKey?: string;
  readonly tlsFingerprint?: string;
  readonly credentials?: string;
  readonly output?: string;
}

interface Surroundings {
  readonly adapters: ReadonlyMap<string, Adapter>;
  readonly types: ReadonlyMap<string, DeviceType>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const timeoutMs = 300_000;

/**
 * Records a live device, and writes the recording to a new file or returns it.
 *
 * @returns the text to print
 * @throws Error that names the argument at fault; Fault if the device does not answer
 */
export async function recordToFile(
  given: RecordArguments,
  { adapters, types, environment }: Surroundings,
): Promise<string> {
  const { type, adapter } = adapterFor(given, adapters, types);
  const options = validateAgainst<Record<string, unknown>>(
    adapter.options,
    { ...type.connection.options, ...(given.port !== undefined && { port: Number(given.port) }) },
    'options',
  );
  const known = await readCredentials(given, environment);
  const recording = await runWithin({ timeoutMs }, (signal) =>
    recordDevice({
      type,
      adapter,
      secrets: Object.entries(known).flatMap(([key, value]) => (key === 'username' ? [] : [value])),
      signal,
      target: {
        name: given.host,
        host: given.host,
        options,
        credentials: credentialsOf(known),
        checkHostKey: (key) => checkHostKey(given, key),
        checkCertificate: (fingerprint) => checkCertificate(given, fingerprint),
      },
    }),
  ).finally(() => adapter.close?.());
  const text = stringify(recording);
  if (given.output === undefined) return text.trimEnd();
  await writeFile(given.output, text, { flag: 'wx', mode: 0o600 });
  return `${given.output}: ${Object.keys(recording.expect.values).length} values; read it before you share it`;
}

function adapterFor(
  { protocol, type: name }: RecordArguments,
  adapters: Surroundings['adapters'],
  types: Surroundings['types'],
) {
  const type = types.get(name);
  if (type === undefined)
    throw new Error(`--type ${name}: no such type; there are ${[...types.keys()].join(', ')}`);
  const adapter = adapters.get(protocol);
  if (adapter === undefined || type.connection.protocol !== protocol)
    throw new Error(`${protocol}: devices of type ${name} use ${type.connection.protocol}`);
  return { type, adapter };
}

/** @throws Error that names the key, before a credential is sent */
function checkHostKey({ host, hostKey }: RecordArguments, key: HostKey): Promise<boolean> {
  const { algorithm, fingerprint } = key;
  return checkNamed(`${host} shows the host key ${algorithm}`, {
    seen: fingerprint,
    given: hostKey,
    option: '--host-key',
  });
}

/** @throws Error that names the certificate, before a credential is sent */
function checkCertificate(
  { host, tlsFingerprint }: RecordArguments,
  fingerprint: string,
): Promise<boolean> {
  return checkNamed(`${host} shows the certificate`, {
    seen: fingerprint,
    given: tlsFingerprint?.toUpperCase(),
    option: '--tls-fingerprint',
  });
}

interface Named {
  readonly seen: string;
  readonly given: string | undefined;
  readonly option: string;
}

function checkNamed(shown: string, { seen, given, option }: Named): Promise<boolean> {
  if (given === seen) return Promise.resolve(true);
  const advice =
    given === undefined
      ? `; if it is the device's, repeat with ${option} ${seen}`
      : `, not ${given}`;
  return Promise.reject(new Error(`${shown} ${seen}${advice}`));
}
