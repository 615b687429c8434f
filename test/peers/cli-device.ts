import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ssh2, { type ServerChannel } from 'ssh2';

/**
 * A device with a command line as vendors of access points have it, behind an SSH server of ssh2: banner, echo, prompt,
 * `enable` with a password, `configure terminal`, a pager, confirmations, escape sequences. Its lines:
 *
 * | `show version` | 60 lines, with a pager until `terminal length 0` |
 * | `reload`       | asks twice, then drops the connection            |
 * | `copy`         | asks for a key that needs no end of line         |
 * | `debug`        | prints without an end                            |
 * | `hang`         | prints `Working` and no prompt                   |
 * | `crash`        | drops the connection in the middle of a line     |
 * | `exit`         | leaves a mode, or closes the shell               |
 */
export interface CliDevice {
  readonly port: number;
  readonly password: string;
  readonly enablePassword: string;
  /** Lines that were entered, oldest first, those of all shells; answers to questions are in brackets. */
  readonly lines: readonly string[];
  /** Number of shells that were opened, and of logins. */
  shells(): number;
  logins(): number;
  stop(): Promise<void>;
}

const password = 'correct-horse';
const enablePassword = 'battery-staple';

export async function startCliDevice(): Promise<CliDevice> {
  const lines: string[] = [];
  const state: State = { hostname: 'ap', lines, shells: 0, logins: 0 };
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => client.end());
    client.on('authentication', (attempt) => {
      if (attempt.method === 'password' && attempt.password === password) attempt.accept();
      else attempt.reject(['password']);
    });
    client.on('ready', () => (state.logins += 1));
    client.on('session', (accept) => {
      const session = accept();
      session.on('pty', (agree) => {
        agree();
      });
      session.on('exec', (_accept, reject) => {
        reject();
      });
      session.on('shell', (open) => {
        state.shells += 1;
        new CommandLine(open(), state, () => client.end()).begin();
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    password,
    enablePassword,
    lines,
    shells: () => state.shells,
    logins: () => state.logins,
    stop: () =>
      new Promise((resolve) =>
        server.close(() => {
          resolve();
        }),
      ),
  };
}

interface State {
  hostname: string;
  readonly lines: string[];
  shells: number;
  logins: number;
}

type Mode = '>' | '#' | '(config)#';

const version = Array.from({ length: 60 }, (_unused, at) =>
  at === 40 ? 'ap uptime is 3 days, 2 hours' : `Line ${at} of the version`,
);

class CommandLine {
  readonly #channel: ServerChannel;
  readonly #state: State;
  readonly #drop: () => void;
  #mode: Mode = '>';
  #pageLength = 24;
  #typed = '';
  /** Takes the next key or line instead of the command line. */
  #question: { readonly isKey: boolean; readonly take: (answer: string) => void } | null = null;

  constructor(channel: ServerChannel, state: State, drop: () => void) {
    this.#channel = channel;
    this.#state = state;
    this.#drop = drop;
  }

  begin(): void {
    this.#channel.on('error', () => undefined);
    this.#channel.setEncoding('utf8').on('data', (keys: string) => {
      for (const key of keys) this.#press(key);
    });
    this.#print('\u001b[2J\u001b[H*** Hotel # 1: authorized users only > ***\r\n\r\n');
    this.#showPrompt();
  }

  #press(key: string): void {
    if (this.#question?.isKey === true) {
      this.#answer(key);
      return;
    }
    if (key !== '\n' && key !== '\r') {
      this.#typed += key;
      if (this.#question === null) this.#print(key);
      return;
    }
    const line = this.#typed;
    this.#typed = '';
    this.#print('\r\n');
    if (this.#question) this.#answer(line);
    else this.#run(line);
  }

  #answer(answer: string): void {
    const { take } = this.#question ?? {};
    this.#question = null;
    this.#state.lines.push(`[${answer}]`);
    take?.(answer);
  }

  #ask(text: string, take: (answer: string) => void, isKey = false): void {
    this.#print(text);
    this.#question = { isKey, take };
  }

  #run(line: string): void {
    this.#state.lines.push(line);
    const [word = '', ...rest] = line.split(' ');
    const lines: Record<string, () => void> = {
      '': () => {
        this.#showPrompt();
      },
      enable: () => {
        this.#askPassword(3);
      },
      terminal: () => {
        this.#pageLength = Infinity;
        this.#showPrompt();
      },
      configure: () => {
        this.#enter(this.#mode === '>' ? '>' : '(config)#');
      },
      end: () => {
        this.#enter('#');
      },
      exit: () => {
        if (this.#mode === '(config)#') this.#enter('#');
        else this.#channel.close();
      },
      hostname: () => {
        if (this.#mode !== '(config)#' || rest.length !== 1) {
          this.#fail();
          return;
        }
        this.#state.hostname = rest[0] ?? '';
        this.#showPrompt();
      },
      show: () => {
        if (rest[0] === 'hostname') this.#page([`Hostname: ${this.#state.hostname}`]);
        else this.#page(version);
      },
      reload: () => {
        this.#ask('System configuration has been modified. Save? [yes/no]: ', () => {
          this.#ask('Proceed with reload? [confirm]', () => {
            this.#drop();
          });
        });
      },
      copy: () => {
        this.#ask(
          'Overwrite (y/n) ',
          (key) => {
            this.#page([`copied: ${key}`]);
          },
          true,
        );
      },
      hang: () => {
        this.#print('Working... password correct-horse\u001b[1m');
      },
      crash: () => {
        this.#print('Half of a li');
        this.#drop();
      },
      debug: () => {
        this.#flood();
      },
    };
    (
      lines[word] ??
      (() => {
        this.#fail();
      })
    )();
  }

  #askPassword(left: number): void {
    this.#ask('Password: ', (answer) => {
      this.#print('\r\n');
      if (answer === enablePassword) this.#enter('#');
      else if (left > 1) this.#askPassword(left - 1);
      else this.#fail();
    });
  }

  #fail(): void {
    this.#print('            ^\r\n% Invalid input detected at marker.\r\n\r\n');
    this.#showPrompt();
  }

  #enter(mode: Mode): void {
    this.#mode = mode;
    this.#showPrompt();
  }

  #page(lines: readonly string[]): void {
    for (const line of lines.slice(0, this.#pageLength)) this.#print(`\u001b[0m${line}\r\n`);
    const rest = lines.slice(this.#pageLength);
    if (rest.length === 0) {
      this.#showPrompt();
      return;
    }
    const next = () => {
      this.#print('\b\b\b\b\b\b\b\b\b\b        \b\b\b\b\b\b\b\b\b\b');
      this.#page(rest);
    };
    this.#ask(' --More-- ', next, true);
  }

  #flood(): void {
    const part = 'debug message\r\n'.repeat(2000);
    const more = () => {
      if (this.#channel.destroyed || !this.#channel.writable) return;
      if (this.#channel.write(part)) setImmediate(more);
      else this.#channel.once('drain', more);
    };
    more();
  }

  #showPrompt(): void {
    this.#print(`${this.#state.hostname}${this.#mode}`);
  }

  #print(text: string): void {
    this.#channel.write(text);
  }
}
