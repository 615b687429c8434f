import { helloOf, namespace, startScript } from '../test/peers/netconf-script.ts';

/* A NETCONF server, in a process of its own, whose configuration is large. Prints its port. */

const octets = Number(process.argv[2]);

function configurationOf(size: number): string {
  const description = 'Access point in the corridor of the second floor, '.repeat(5);
  const entries: string[] = [];
  for (let at = 0, length = 0; length < size; at += 1) {
    const entry = `<interface><name>wlan${at}</name><description>${description} ${at}</description><enabled>true</enabled></interface>`;
    entries.push(entry);
    length += entry.length;
  }
  return `<data><interfaces xmlns="urn:ietf:params:xml:ns:yang:ietf-interfaces">${entries.join('\n')}</interfaces></data>`;
}

const reply = configurationOf(octets);
const server = await startScript(async (line) => {
  line.write(`${helloOf('1.0')}]]>]]>`);
  const [, id = ''] = await line.seen(/message-id="([^"]*)"/);
  line.write(`<rpc-reply message-id="${id}" ${namespace}>${reply}</rpc-reply>]]>]]>`);
  // Only the gateway asks for it.
  const [, last] = await line
    .seen(/message-id="([^"]*)"[^>]*>\s*<close-session/)
    .catch(() => [] as const);
  if (last !== undefined)
    line.write(`<rpc-reply message-id="${last}" ${namespace}><ok/></rpc-reply>]]>]]>`);
});
console.log(server.port);
