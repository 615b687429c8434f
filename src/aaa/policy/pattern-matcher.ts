import { Turns } from '../../runtime/limit/turns.ts';
import { compileLinearPattern, type LinearPattern } from '../../runtime/pattern/linear-pattern.ts';

/*
 * Regular expressions of operators, matched against what clients send. RE2 takes time in proportion to the size of the
 * pattern and the length of the text, whatever they are; it has no back references and no look-around.
 */

/** The longest value that a RADIUS attribute has. */
const maxTextLength = 253;
/** Instructions that the patterns of one request may execute: less than 10 ms, measured with the slowest patterns. */
const maxSteps = 150_000;
const maxCompiled = 1_000;
/** Patterns are compiled for this long before other work has its turn. */
const compileTurnMs = 5;

/** Compares texts with patterns, as long as the budget of the request lasts. */
export interface RequestPatterns {
  /** Returns a text if the pattern cannot be matched: why. */
  readonly matches: (pattern: string, text: string) => boolean | string;
}

export class PatternMatcher {
  /** By pattern, the one used longest ago first; a text: the fault of the pattern. */
  readonly #compiled = new Map<string, LinearPattern | string>();

  /** Compiles patterns that are not known yet, and lets other work go on in between. */
  async prepare(patterns: readonly string[]): Promise<void> {
    const turns = new Turns(compileTurnMs);
    for (const pattern of patterns) {
      this.#compile(pattern);
      await turns.pass();
    }
  }

  /** Returns the patterns with the budget of one request. */
  forRequest(): RequestPatterns {
    let stepsLeft = maxSteps;
    return {
      matches: (pattern, text) => {
        const compiled = this.#compile(pattern);
        if (typeof compiled === 'string') return compiled;
        const compared = text.slice(0, maxTextLength);
        stepsLeft -= compiled.programSize() * (compared.length + 1);
        return stepsLeft < 0
          ? 'the patterns take too long together'
          : compiled.matcher(compared).find();
      },
    };
  }

  #compile(pattern: string): LinearPattern | string {
    const compiled = this.#compiled.get(pattern) ?? compileLinearPattern(pattern);
    this.#compiled.delete(pattern);
    this.#compiled.set(pattern, compiled);
    const [oldest] = this.#compiled.keys();
    if (this.#compiled.size > maxCompiled && oldest !== undefined) this.#compiled.delete(oldest);
    return compiled;
  }
}

/** Finds out why a pattern cannot be matched; null: it can. */
export function findPatternFault(pattern: string): string | null {
  const compiled = compileLinearPattern(pattern);
  return typeof compiled === 'string' ? compiled : null;
}
