import type { ServerChannel } from 'ssh2';
import { encodeFrame } from '../../src/protocol/netconf/framing.ts';
import { MessageReader } from '../../src/protocol/netconf/message-reader.ts';
import {
  baseCapability10,
  baseCapability11,
  netconfNamespace,
} from '../../src/protocol/netconf/messages.ts';
import { textsAt, type XmlElement } from '../../src/protocol/netconf/xml.ts';
import type { DeviceAgent, SimulatedMachine } from './simulated-machine.ts';
import { startSshServer, type SshAccount } from './ssh-server.ts';

const maxMessage = 65_536;
const systemNamespace = 'urn:ietf:params:xml:ns:yang:ietf-system';
const interfacesNamespace = 'urn:ietf:params:xml:ns:yang:ietf-interfaces';

/** The values of a device's `system` container in ietf-system (RFC 7317). */
export interface SystemIdentity {
  readonly hostname: string;
  readonly contact: string;
  readonly location: string;
}

/** Starts a simulated device with NETCONF over SSH and the modules ietf-system and ietf-interfaces. */
export function startNetconfDevice(
  machine: SimulatedMachine,
  account: SshAccount,
  system: SystemIdentity,
): Promise<DeviceAgent> {
  let sessions = 0;
  return startSshServer(machine, account, (session) => {
    session.on('subsystem', (accept, reject, { name }) => {
      if (name !== 'netconf') {
        reject();
        return;
      }
      sessions += 1;
      // A client that breaks the protocol loses its session (RFC 6242 section 4.2).
      const channel = accept();
      serveSession(channel, { id: sessions, machine, system }).catch(() => {
        channel.close();
      });
    });
  });
}

interface Session {
  readonly id: number;
  readonly machine: SimulatedMachine;
  readonly system: SystemIdentity;
}

async function serveSession(channel: ServerChannel, session: Session): Promise<void> {
  const reader = new MessageReader(maxMessage);
  const chunks: AsyncIterable<Buffer> = channel;
  channel.write(encodeFrame(hello(session.id), false));
  let hasHello = false;
  for await (const element of reader.read(chunks)) {
    if (hasHello) channel.write(encodeFrame(reply(element, session), reader.isChunked));
    else reader.isChunked = textsAt(element, 'capabilities/capability').includes(baseCapability11);
    hasHello = true;
    if (!after(element, session)) channel.end();
  }
}

function hello(id: number): string {
  const capabilities = [
    baseCapability10,
    baseCapability11,
    `${systemNamespace}?module=ietf-system&amp;revision=2014-08-06`,
    `${interfacesNamespace}?module=ietf-interfaces&amp;revision=2014-05-08`,
  ];
  const listed = capabilities.map((uri) => `<capability>${uri}</capability>`).join('');
  return `<hello xmlns="${netconfNamespace}"><capabilities>${listed}</capabilities><session-id>${id}</session-id></hello>`;
}

function reply(rpc: XmlElement, session: Session): string {
  const id = escaped(rpc.attributes['message-id'] ?? '');
  return `<rpc-reply xmlns="${netconfNamespace}" message-id="${id}">${content(rpc.children[0], session)}</rpc-reply>`;
}

function content(operation: XmlElement | undefined, session: Session): string {
  switch (operation?.name) {
    case 'get':
      return data(operation, { ...configuration(session), ...state(session) });
    case 'get-config':
      return data(operation, configuration(session));
    case 'system-restart':
    case 'close-session':
      return '<ok/>';
    default:
      return unsupported;
  }
}

/** Runs after the reply was written. Returns false if the session is over. */
function after(rpc: XmlElement, { machine }: Session): boolean {
  const operation = rpc.children[0]?.name;
  // The reply is still on its way when this runs.
  if (operation === 'system-restart')
    setImmediate(() => {
      machine.reboot();
    });
  return operation !== 'close-session';
}

const unsupported =
  '<rpc-error><error-type>protocol</error-type><error-tag>operation-not-supported</error-tag>' +
  '<error-severity>error</error-severity></rpc-error>';

/** Returns the containers that a subtree filter names, whole; without a filter all of them (RFC 6241 section 6). */
function data(operation: XmlElement, containers: Readonly<Record<string, string>>): string {
  const filter = operation.children.find(({ name }) => name === 'filter');
  const names = filter?.children.map(({ name }) => name);
  const chosen = Object.entries(containers).filter(([name]) => names?.includes(name) ?? true);
  const namespaceOf = (name: string) =>
    name === 'interfaces-state' ? interfacesNamespace : systemNamespace;
  return `<data>${chosen.map(([name, inside]) => `<${name} xmlns="${namespaceOf(name)}">${inside}</${name}>`).join('')}</data>`;
}

function configuration({
  system: { hostname, contact, location },
}: Session): Record<string, string> {
  const leaves = Object.entries({ contact, hostname, location });
  return { system: leaves.map(([name, text]) => `<${name}>${escaped(text)}</${name}>`).join('') };
}

function state({ machine }: Session): Record<string, string> {
  const now = Date.now();
  const booted = new Date(now - machine.uptimeSeconds * 1000).toISOString();
  const platform = '<os-name>DemoOS</os-name><os-version>7.2</os-version><machine>x86_64</machine>';
  const clock = `<current-datetime>${new Date(now).toISOString()}</current-datetime><boot-datetime>${booted}</boot-datetime>`;
  return {
    'system-state': `<platform>${platform}</platform><clock>${clock}</clock>`,
    'interfaces-state': `<interface><name>ge0</name><phys-address>${machine.mac}</phys-address></interface>`,
  };
}

function escaped(text: string): string {
  return text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
