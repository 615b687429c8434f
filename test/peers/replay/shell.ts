import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, ServerChannel, Session } from 'ssh2';
import type { SshRecording } from '../../../src/device-type/record/recording.ts';
import type { SshAnswer, SshDevice } from './ssh.ts';

type Shell = NonNullable<SshRecording['shell']>;

/** Serves an interactive shell with prompt, echo, pager and questions; exec is refused. */
export function serveShell(session: Session, client: Connection, device: SshDevice): void {
  const { shell } = device.recording;
  if (shell === undefined) throw new Error('the recording has no shell');
  session.on('pty', (accept) => {
    accept();
  });
  session.on('shell', (accept) => {
    const channel = accept();
    new ShellSession(channel, { ...device, shell }).run().catch(() => {
      client.end();
    });
  });
}

/** Thrown to drop the connection. */
const hangUp = new Error('the device drops the connection');

class ShellSession {
  readonly #channel: ServerChannel;
  readonly #device: SshDevice & { readonly shell: Shell };
  readonly #input: AsyncIterator<string, undefined>;
  #prompt: string;
  #hasPager: boolean;

  constructor(channel: ServerChannel, device: SshDevice & { readonly shell: Shell }) {
    this.#channel = channel;
    this.#device = device;
    this.#input = charactersOf(channel);
    this.#prompt = device.shell.prompt;
    this.#hasPager = device.shell.pager !== undefined;
  }

  async run(): Promise<void> {
    const { shell } = this.#device;
    this.#print(shell.banner);
    for (const { text, answer } of shell.ask) await this.#ask(text, answer);
    this.#print(shell.welcome);
    for (;;) {
      this.#channel.write(this.#prompt);
      const line = await this.#readLine(shell.echo);
      if (line === null) return;
      await this.#answer(line);
    }
  }

  async #answer(line: string): Promise<void> {
    const { replies, shell } = this.#device;
    const reply = replies.take(line);
    if (line === shell.pager?.off) this.#hasPager = false;
    else if (reply === undefined && line.trim() !== '') this.#print(`${shell.error}: ${line}\n`);
    if (reply !== undefined) await this.#reply(reply);
  }

  async #reply(reply: Omit<SshAnswer, 'then'>): Promise<void> {
    for (const { text, answer } of reply.ask) await this.#ask(text, answer);
    if (reply.delay_ms > 0) await sleep(reply.delay_ms);
    await this.#printPaged(reply.output);
    if (reply.disconnect) throw hangUp;
    this.#prompt = reply.prompt ?? this.#prompt;
  }

  async #ask(text: string, expected: string): Promise<void> {
    this.#channel.write(text);
    const answer = await this.#readLine(false);
    this.#channel.write('\r\n');
    if (answer !== expected) throw new Error(`${text} was answered by ${String(answer)}`);
  }

  async #printPaged(output: string): Promise<void> {
    const { pager } = this.#device.shell;
    const lines = output.split('\n');
    if (pager === undefined || !this.#hasPager || lines.length <= pager.lines) {
      this.#print(output === '' || output.endsWith('\n') ? output : `${output}\n`);
      return;
    }
    for (let at = 0; at < lines.length; at += pager.lines) {
      this.#print(`${lines.slice(at, at + pager.lines).join('\n')}\n`);
      if (at + pager.lines >= lines.length) return;
      this.#channel.write(pager.text);
      if ((await this.#input.next()).done === true) return;
      // A pager erases what it asked.
      this.#channel.write(`\r${' '.repeat(pager.text.length)}\r`);
    }
  }

  #print(text: string): void {
    this.#channel.write(text.replaceAll('\n', '\r\n'));
  }

  async #readLine(hasEcho: boolean): Promise<string | null> {
    let line = '';
    for (;;) {
      const next = await this.#input.next();
      if (next.done === true) return null;
      if (next.value === '\n' || next.value === '\r') break;
      line += next.value;
    }
    if (hasEcho) this.#channel.write(`${line}\r\n`);
    return line;
  }
}

async function* charactersOf(channel: ServerChannel): AsyncGenerator<string, undefined> {
  let before = '';
  for await (const octets of channel as AsyncIterable<Buffer>) {
    for (const character of octets.toString('utf8')) {
      // Enter may be CR, LF or both.
      if (!(character === '\n' && before === '\r')) yield character;
      before = character;
    }
  }
  return undefined;
}
