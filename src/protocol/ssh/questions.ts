import type { LinearPattern } from '../../runtime/pattern/linear-pattern.ts';
import { compilePattern, type Answer } from './dialogue.ts';

/** Times that one question of a line is answered. */
const maxAnswers = 10;

/** Questions of a line, and how often each was answered. */
export class Questions {
  readonly #answers: readonly { readonly answer: Answer; readonly expect: LinearPattern }[];
  readonly #count = new Map<Answer, number>();

  constructor(answers: readonly Answer[]) {
    this.#answers = answers.map((answer) => ({ answer, expect: compilePattern(answer.expect) }));
  }

  /** Returns the answer to the last line; null if it is not a question. */
  find(line: string): Answer | null {
    return this.#answers.find(({ expect }) => expect.matcher(line).find())?.answer ?? null;
  }

  /** True while the device waits for an answer before it acts. */
  get isOpen(): boolean {
    return this.#answers.some(({ answer }) => answer.required === true && !this.#count.has(answer));
  }

  /** True if an answer with a password was given. */
  get hasSentPassword(): boolean {
    return [...this.#count.keys()].some(({ send }) => hasPassword(send));
  }

  /** Counts an answer. False: it was given before; a password is sent once, so that it counts once towards a lockout. */
  take(answer: Answer): boolean {
    const count = (this.#count.get(answer) ?? 0) + 1;
    this.#count.set(answer, count);
    return count <= (hasPassword(answer.send) ? 1 : maxAnswers);
  }
}

/** True for an answer that has a credential. */
export function hasPassword(text: string): boolean {
  return /\{\{ \w*password \}\}/.test(text);
}
