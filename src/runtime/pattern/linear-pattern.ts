import { createRequire } from 'node:module';
import type * as re2js from 're2js';
import type { RE2JS } from 're2js';
import { estimatePatternSize, maxPatternSize } from './pattern-size.ts';

export type LinearPattern = RE2JS;

/**
 * Compiles a regular expression for RE2, which takes time in proportion to the size of the pattern and the length of the
 * text, whatever they are; it has no back references and no look-around.
 *
 * @param isMultiline  true: `^` and `$` match at each line
 * @returns            a text if the pattern cannot be compiled: why
 */
export function compileLinearPattern(pattern: string, isMultiline = false): LinearPattern | string {
  if (estimatePatternSize(pattern) > maxPatternSize)
    return `the pattern is too large: more than ${maxPatternSize} characters, repetitions counted`;
  try {
    const loadedEngine = engine();
    return loadedEngine.compile(pattern, isMultiline ? loadedEngine.MULTILINE : 0);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `the pattern is invalid: ${reason.replace('error parsing regexp: ', '')}`;
  }
}

/**
 * Finds errors of a pattern without the engine, whose start takes 0.1 s and 12 MB; null: no obvious error. Errors that this
 * check misses are found by `compileLinearPattern` at the first use.
 */
export function findSyntaxFault(pattern: string): string | null {
  if (estimatePatternSize(pattern) > maxPatternSize)
    return `the pattern is too large: more than ${maxPatternSize} characters, repetitions counted`;
  if (/\(\?(?:[=!]|<[=!])/.test(pattern)) return 'the pattern is invalid: it has a look-around';
  try {
    // The inline flags of RE2 are unknown to JavaScript.
    new RegExp(pattern.replaceAll(/\(\?[imsU]+\)/g, ''));
    return null;
  } catch (error) {
    return `the pattern is invalid: ${error instanceof Error ? error.message : String(error)}`;
  }
}

let loaded: typeof RE2JS | undefined;

/** Loads the engine at the first pattern: most sites have no patterns. */
function engine(): typeof RE2JS {
  // `require` is untyped; the package's own types describe the result.
  loaded ??= (createRequire(import.meta.url)('re2js') as typeof re2js).RE2JS;
  return loaded;
}
