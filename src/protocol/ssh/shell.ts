import type { ClientChannel } from 'ssh2';
import { Fault } from '../../contract/errors.ts';
import type { LinearPattern } from '../../runtime/pattern/linear-pattern.ts';
import { abortFault, onceAborted } from '../../runtime/deadline.ts';
import type { Secret } from '../../contract/secret.ts';
import { compilePattern, stepsOf, type Answer, type Dialogue, type LineStep } from './dialogue.ts';
import { Questions, hasPassword } from './questions.ts';
import { fillCredentials, refuseControlCharacters, type ShellCredentials } from './template.ts';
import { TerminalText, echoEnd, outputOf } from './terminal.ts';

/** Silence after which a prompt that was not seen before, or that follows no echo, counts as one. */
const settleMs = 100;
/** Silence after which a prompt counts although messages of the log follow it. */
const logSettleMs = 2000;
/** Silence of a login after which a last line that is no prompt will not become one. */
const wrongPromptMs = 5000;
/** Part of the last line that is compared with patterns. */
const maxPromptLength = 200;
/** Part of an output that is searched for errors, which devices print first. */
const maxErrorLength = 16_384;
const maxShownLength = 200;
/** Limit of the output before the first prompt. */
const maxBannerLength = 65_536;

const lineEnds = { lf: '\n', cr: '\r', crlf: '\r\n' } as const;

/** Output of a line: what stands between its echo and the next prompt. */
export interface LineResult {
  readonly output: string;
  /** True if the output matches the error pattern of the dialogue. */
  readonly hasFailed: boolean;
  /** True if the device closed the shell or the connection instead of showing its prompt. */
  readonly disconnected: boolean;
  /** True if it did so before the line was sent or a required answer was given. */
  readonly isCut: boolean;
  /** True if the device printed more than the limit; the shell is closed then. */
  readonly truncated: boolean;
  /** True if a question was answered with a password. */
  readonly hasSentPassword?: boolean;
}

/** A line to send, its questions and its limits. */
export interface LineRequest {
  readonly line: LineStep;
  /** The line as messages show it, where it has a value. */
  readonly shown?: string;
  readonly signal: AbortSignal;
  readonly maxOutputLength: number;
}

export interface ShellOptions {
  readonly peerLabel: string;
  readonly dialogue: Dialogue;
  readonly credentials: ShellCredentials;
  /** Ends the connection of the shell. */
  readonly destroy: () => void;
}

/** Interactive shell of a device in one channel. One line at a time: the next is sent when the prompt has come. */
export class Shell {
  readonly #channel: ClientChannel;
  readonly #options: ShellOptions;
  readonly #prompt: LinearPattern;
  readonly #pager: LinearPattern | null;
  readonly #error: LinearPattern | null;
  #terminal = new TerminalText(maxBannerLength);
  #isOpen = true;
  #onChange: () => void = () => undefined;
  /** Prompts that have been seen; these are recognized without waiting for silence. */
  readonly #prompts = new Set<string>();
  #startPrompt: string | null = null;
  #lastPrompt: string | null = null;
  /** True during the login, where lines may contain credentials; a value of a setting is never filled in twice. */
  #isStarting = false;
  /** True once an empty line was sent for a first prompt with messages after it. */
  #hasAskedAgain = false;

  /** Reads the channel from now on. It must be called in the callback that opens the channel. */
  constructor(channel: ClientChannel, options: ShellOptions) {
    const { prompt, pager, error } = options.dialogue;
    this.#channel = channel;
    this.#options = options;
    this.#prompt = compilePattern(prompt);
    this.#pager = pager === undefined ? null : compilePattern(pager);
    this.#error = error === undefined ? null : compilePattern(error, true);
    const onData = (part: string) => {
      this.#terminal.write(part);
      this.#onChange();
    };
    channel.setEncoding('utf8').on('data', onData);
    channel.stderr.setEncoding('utf8').on('data', onData);
    channel.on('close', () => {
      this.#isOpen = false;
      this.#onChange();
    });
  }

  /** True while the shell is at its initial prompt, so that another caller can use it. */
  get isReusable(): boolean {
    return this.#isOpen && this.#lastPrompt !== null && this.#lastPrompt === this.#startPrompt;
  }

  /**
   * Waits for the first prompt, logs in where the shell asks for it, and sends the lines of `enter`.
   *
   * @throws Fault `timeout` without a prompt, `refused` if a password is asked for again, `rejected` if a line fails,
   *               `unreachable` if the device closes the shell
   */
  async start(signal: AbortSignal): Promise<void> {
    const { login = [], enter = [] } = this.#options.dialogue;
    this.#isStarting = true;
    const first = { line: { send: '', answers: login }, signal, maxOutputLength: maxBannerLength };
    this.#require(first, await this.#converse(first, null));
    for (const line of stepsOf(enter)) {
      const request = { line, signal, maxOutputLength: maxBannerLength };
      const before = this.#lastPrompt;
      const result = await this.run(request);
      if (result.hasSentPassword && before === this.#lastPrompt)
        throw this.#refusal(request, result);
      this.#require(request, result);
    }
    this.#isStarting = false;
    this.#startPrompt = this.#lastPrompt;
  }

  /**
   * Sends a line and returns its output.
   *
   * @throws Fault `timeout` without a prompt, `refused` if a password is asked for again, `unsupported` for a line with
   *               control characters
   */
  async run(request: LineRequest): Promise<LineResult> {
    const text = refuseControlCharacters(this.#fill(request.line.send), 'the line');
    if (!this.#isOpen) return closedResult;
    this.#terminal = new TerminalText(request.maxOutputLength);
    this.#lastPrompt = null;
    this.#send(text, true);
    return this.#converse(request, text);
  }

  /** Sends the lines of `leave` if the shell is at a prompt, then closes it. */
  close(): void {
    if (!this.#isOpen) return;
    // A question would take them for its answer.
    const lines = this.#lastPrompt === null ? [] : (this.#options.dialogue.leave ?? []);
    for (const text of lines) this.#send(text, true);
    // From now on the device can send only until its window is full.
    this.#channel.pause();
    this.#channel.end();
    this.#channel.close();
    this.#isOpen = false;
  }

  #require(request: LineRequest, result: LineResult): void {
    const what = shownLine(request);
    const { peerLabel } = this.#options;
    if (result.disconnected)
      throw new Fault('unreachable', `${peerLabel} closed the shell ${describe(what)}`);
    if (result.truncated)
      throw new Fault('garbled', `${peerLabel} printed more than ${maxBannerLength} characters`);
    if (!result.hasFailed) return;
    throw new Fault(
      'rejected',
      `${peerLabel}: ${JSON.stringify(what)} failed: ${this.#strike(result.output).trim().slice(0, maxShownLength)}`,
    );
  }

  /** Returns the fault of a line, such as `enable`, that asks for a password and leaves the prompt as it was: devices word it differently. */
  #refusal(request: LineRequest, { output }: LineResult): Fault {
    const words = this.#strike(output).trim().slice(-maxShownLength);
    const after = words === '' ? '' : `: ${words}`;
    return new Fault(
      'refused',
      `${this.#options.peerLabel} refused the password ${describe(shownLine(request))}${after}`,
    );
  }

  /** Answers questions and pagers until the prompt comes. */
  async #converse(request: LineRequest, echo: string | null): Promise<LineResult> {
    const questions = new Questions(request.line.answers ?? []);
    for (;;) {
      const terminal = this.#terminal;
      if (terminal.isFull) {
        this.close();
        const output = this.#strike(terminal.completeText());
        return { ...closedResult, output, disconnected: false, truncated: true };
      }
      if (!this.#isOpen)
        return {
          ...closedResult,
          output: this.#strike(outputOf(terminal.text(), echo)),
          isCut: questions.isOpen,
        };
      if (this.#answer(questions)) continue;
      const found = await this.#awaitPrompt(request, echo);
      if (found)
        return {
          ...this.#resultAtPrompt(request, echo),
          hasSentPassword: questions.hasSentPassword,
        };
    }
  }

  /** Answers the question in the last line. Returns false if it is not a question. */
  #answer(questions: Questions): boolean {
    const last = endOf(this.#terminal.promptLine);
    if (last.trim() === '') return false;
    if (this.#pager?.matcher(last).find() === true) {
      this.#terminal.clearLine();
      this.#send(this.#options.dialogue.pager_answer, false);
      return true;
    }
    const answer = questions.find(last);
    if (answer === null) return false;
    if (!questions.take(answer)) throw this.#askedAgain(answer);
    this.#terminal.endLine();
    this.#send(
      refuseControlCharacters(this.#fill(answer.send), 'the answer'),
      answer.newline ?? true,
    );
    return true;
  }

  #askedAgain({ send }: Answer): Fault {
    const isLogin = hasPassword(send);
    const words = isLogin ? 'refused the password' : 'asks again';
    this.close();
    return new Fault(
      isLogin ? 'refused' : 'rejected',
      `${this.#options.peerLabel} ${words}; the last line was ${this.#lastWords()}`,
    );
  }

  /** Waits until the last line changes. True: it is the prompt. */
  async #awaitPrompt(request: LineRequest, echo: string | null): Promise<boolean> {
    const prompt = endOf(this.#terminal.promptLine);
    if (!this.#isPrompt(prompt, echo)) return this.#awaitOther(request, prompt);
    const hasEcho = !echo || echoEnd(this.#terminal.completeText(), echo) > 0;
    const isKnown = hasEcho && this.#prompts.has(prompt);
    if (!isKnown && (await this.#awaitChange(request, settleMs))) return false;
    this.#prompts.add(prompt);
    this.#lastPrompt = prompt;
    return true;
  }

  /** Waits for more where the last line is no prompt. Returns true if an earlier line is one, and only messages follow it. */
  async #awaitOther(request: LineRequest, last: string): Promise<boolean> {
    const limitMs = (request.line.timeout ?? this.#options.dialogue.timeout) * 1000;
    const isBlank = last.trim() === '';
    const isWrong = this.#isStarting && !isBlank;
    const firstMs = Math.min(limitMs, isWrong ? wrongPromptMs : logSettleMs);
    if (await this.#awaitChange(request, firstMs)) return false;
    if (isBlank && this.#returnToPrompt()) return true;
    if (isWrong && firstMs === wrongPromptMs) throw this.#wrongPrompt(request);
    return this.#awaitRest(request, limitMs - firstMs);
  }

  /** @throws Fault `timeout` if there is no more output */
  async #awaitRest(request: LineRequest, timeoutMs: number): Promise<false> {
    if (timeoutMs > 0 && (await this.#awaitChange(request, timeoutMs))) return false;
    throw this.#silence(request);
  }

  /** Cuts messages of the log that follow a prompt seen before. At the first prompt an empty line asks for it again. */
  #returnToPrompt(): boolean {
    const isKnown = (line: string) => [...this.#prompts].some((one) => one.trimEnd() === line);
    const line = this.#terminal.dropFrom(isKnown);
    if (line !== null) {
      this.#lastPrompt = [...this.#prompts].find((one) => one.trimEnd() === line) ?? line;
      return true;
    }
    if (this.#prompts.size > 0 || this.#hasAskedAgain) return false;
    const looksLikePrompt = (one: string) => one !== '' && this.#prompt.matcher(endOf(one)).find();
    if (this.#terminal.dropFrom(looksLikePrompt) !== null) {
      this.#hasAskedAgain = true;
      this.#send('', true);
    }
    return false;
  }

  #wrongPrompt(request: LineRequest): Fault {
    this.close();
    const { peerLabel, dialogue } = this.#options;
    return new Fault(
      'garbled',
      `${peerLabel} showed no prompt ${describe(shownLine(request))}; the last line was ${this.#lastWords()}, which the pattern of the type, ${JSON.stringify(dialogue.prompt)}, does not match`,
    );
  }

  /** True for a line that looks like a prompt and is not the echo of the line that was sent. */
  #isPrompt(last: string, echo: string | null): boolean {
    const isEcho = echo !== null && echo !== '' && last.trimEnd().endsWith(echo.trimEnd());
    return !isEcho && last.trim() !== '' && this.#prompt.matcher(last).find();
  }

  #resultAtPrompt({ line }: LineRequest, echo: string | null): LineResult {
    const text = this.#terminal.completeText();
    const output = this.#strike(outputOf(text, echo));
    const isError = this.#error?.matcher(output.slice(0, maxErrorLength)).find() === true;
    const hasFailed = isError && line.may_fail !== true;
    return { output, hasFailed, disconnected: false, isCut: false, truncated: false };
  }

  /** Waits for output or the end of the shell. Returns false if the time passes without either. */
  async #awaitChange(request: LineRequest, timeoutMs: number): Promise<boolean> {
    const { signal } = request;
    let removeListener = (): void => undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<boolean>((resolve, reject) => {
        this.#onChange = () => {
          resolve(true);
        };
        timer = setTimeout(resolve, timeoutMs, false);
        removeListener = onceAborted(signal, () => {
          reject(abortFault(signal, this.#silence(request).message));
        });
      });
    } catch (error) {
      this.#options.destroy();
      throw error;
    } finally {
      this.#onChange = () => undefined;
      clearTimeout(timer);
      removeListener();
    }
  }

  #silence(request: LineRequest): Fault {
    const after = describe(shownLine(request));
    return new Fault(
      'timeout',
      `${this.#options.peerLabel} showed no prompt in time ${after}; the last line was ${this.#lastWords()}`,
    );
  }

  #lastWords(): string {
    const words = this.#strike(this.#terminal.lastWords()).slice(-maxShownLength);
    return JSON.stringify(words);
  }

  #fill(text: string): string {
    return this.#isStarting ? fillCredentials(text, this.#options.credentials) : text;
  }

  #strike(text: string): string {
    const { password, more } = this.#options.credentials;
    return [password, more?.['enable_password']].reduce(strike, text);
  }

  #send(text: string, hasLineEnd: boolean): void {
    this.#channel.write(text + (hasLineEnd ? lineEnds[this.#options.dialogue.newline] : ''));
  }
}

const closedResult: LineResult = {
  output: '',
  hasFailed: false,
  disconnected: true,
  isCut: true,
  truncated: false,
};

function strike(text: string, secret: Secret | undefined): string {
  const hidden = secret?.reveal() ?? '';
  return hidden === '' ? text : text.replaceAll(hidden, '***');
}

function shownLine({ line, shown }: LineRequest): string {
  return shown ?? line.send;
}

function describe(line: string): string {
  return line === '' ? 'after the login' : `after ${JSON.stringify(line)}`;
}

function endOf(line: string): string {
  return line.slice(-maxPromptLength).replace(/ {2,}$/, ' ');
}
