import type { Connection, ServerChannel, Session } from 'ssh2';
import { encodeFrame } from '../../../src/protocol/netconf/framing.ts';
import { MessageReader } from '../../../src/protocol/netconf/message-reader.ts';
import { baseCapability11, netconfNamespace } from '../../../src/protocol/netconf/messages.ts';
import { parseXml, textsAt, type XmlElement } from '../../../src/protocol/netconf/xml.ts';
import type { NetconfRecording } from '../../../src/device-type/record/recording.ts';
import { Replies } from './replies.ts';

type Answer = Omit<NetconfRecording['exchanges'][number], 'then'> & { readonly key: string };

const maxMessage = 16_777_216;

/** Operations that change no data of the device, which every server has. */
const plain = new Set(['lock', 'unlock', 'validate', 'commit', 'discard-changes', 'close-session']);

/** Returns what serves the sessions of a recorded NETCONF server. */
export function serveNetconf(
  recording: NetconfRecording,
): (session: Session, client: Connection) => void {
  const replies = keyed(recording).then(
    (answers) => new Replies<Answer>(answers, ({ key }) => key),
  );
  return (session, client) => {
    session.on('subsystem', (accept, reject, { name }) => {
      if (name === 'netconf') void serve(accept(), recording, replies).finally(() => client.end());
      else reject();
    });
  };
}

async function keyed({ exchanges }: NetconfRecording) {
  return Promise.all(
    exchanges.map(async ({ then, ...answer }) => ({
      ...answer,
      key: await keyOf(answer),
      then: await Promise.all(then.map(async (other) => ({ ...other, key: await keyOf(other) }))),
    })),
  );
}

async function keyOf({ rpc, config }: Pick<Answer, 'rpc' | 'config'>): Promise<string> {
  const name = config === undefined ? 'rpc' : 'config';
  return canonical(await parseXml(Buffer.from(`<${name}>${rpc ?? config ?? ''}</${name}>`)));
}

async function serve(
  channel: ServerChannel,
  { capabilities }: NetconfRecording,
  awaited: Promise<Replies<Answer>>,
): Promise<void> {
  const replies = await awaited;
  const reader = new MessageReader(maxMessage);
  const listed = capabilities.map((uri) => `<capability>${uri}</capability>`).join('');
  channel.write(
    encodeFrame(
      `<hello xmlns="${netconfNamespace}"><capabilities>${listed}</capabilities><session-id>7</session-id></hello>`,
      false,
    ),
  );
  let hasHello = false;
  for await (const element of reader.read(channel as AsyncIterable<Buffer>)) {
    if (hasHello) {
      const { xml, isLast } = replyTo(element, replies);
      channel.write(encodeFrame(xml, reader.isChunked));
      if (isLast) return;
    } else
      reader.isChunked =
        capabilities.includes(baseCapability11) &&
        textsAt(element, 'capabilities/capability').includes(baseCapability11);
    hasHello = true;
  }
}

const unknownRequest: Pick<Answer, 'reply' | 'disconnect'> = {
  reply:
    '<rpc-error><error-type>protocol</error-type><error-tag>operation-not-supported</error-tag>' +
    '<error-severity>error</error-severity><error-message>no recording of it</error-message></rpc-error>',
  disconnect: false,
};

function replyTo(rpc: XmlElement, replies: Replies<Answer>) {
  const id = rpc.attributes['message-id'] ?? '';
  const { reply, disconnect } = answerTo(rpc, replies);
  return {
    xml: `<rpc-reply xmlns="${netconfNamespace}" message-id="${id}">${reply}</rpc-reply>`,
    isLast: disconnect,
  };
}

function answerTo(rpc: XmlElement, replies: Replies<Answer>) {
  const [operation] = rpc.children;
  if (operation === undefined) return unknownRequest;
  if (plain.has(operation.name))
    return { reply: '<ok/>', disconnect: operation.name === 'close-session' };
  const config = operation.children.find(({ name }) => name === 'config');
  const key = canonical(config ?? { ...rpc, attributes: {} });
  return replies.take(key) ?? unknownRequest;
}

/** Returns an element as text that does not depend on prefixes, white space, the order of attributes and base namespace. */
function canonical({ name, namespace, attributes, children, text }: XmlElement): string {
  const space = namespace === netconfNamespace ? '' : namespace;
  const named = Object.entries(attributes).filter(([key]) => !key.startsWith('xmlns'));
  const listed = named.map(([key, value]) => ` ${key.replace(/^.*:/, '')}=${value}`).sort();
  return `{${space}}${name}${listed.join('')}(${children.map(canonical).join('')}${text.trim()})`;
}
