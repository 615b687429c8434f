/*
 * What the verification of a stored hash costs, and the highest costs that are accepted. They are those that systems set by
 * default today, and a little above: passlib's 656,000 rounds of crypt, the 1,200,000 iterations of Django 6, argon2 with the
 * 64 MiB of RFC 9106 or the 100 MiB of Django, bcrypt at 12. A login computes them, and others wait for it.
 */

export const maxCryptRounds = 700_000;
export const bcryptCosts = { least: 4, most: 13 };
export const maxArgon2 = { memory: 131_072, passes: 10, memoryAndPasses: 393_216 };
/** Of SHA-3, which takes four times as long, a quarter. */
export const maxPbkdf2Iterations = 1_500_000;
/** Octets that scrypt takes, and writes in all. */
export const maxScrypt = { memory: 67_108_864, written: 268_435_456 };

export interface HashCost {
  /** True: it takes a good part of a second, or more memory than usual. */
  readonly isCostly: boolean;
  /** KiB that its verification takes. */
  readonly memory: number;
}

const cheap: HashCost = { isCostly: false, memory: 0 };

/** Returns the cost of verifying a stored hash, a form of `readPasswordHash`. */
export function costOfHash(stored: string): HashCost {
  for (const [form, costOf] of costs) {
    const found = form.exec(stored);
    if (found) return costOf(found.slice(1).map(Number));
  }
  return cheap;
}

/** Numbers in the text of a hash, and the cost that follows from them. The bounds are about a tenth of a second of a core. */
const costs: readonly (readonly [RegExp, (numbers: readonly number[]) => HashCost])[] = [
  [
    /^\$argon2\w+\$v=19\$m=(\d+),t=(\d+)/,
    ([memory = 0, passes = 0]) => ({ isCostly: memory * passes > 65_536, memory }),
  ],
  [/\$2[aby]\$(\d\d)\$/, ([cost = 0]) => ({ isCostly: cost > 10, memory: 4096 })],
  [/^\$[56]\$rounds=(\d+)\$/, ([rounds = 0]) => ({ isCostly: rounds > 50_000, memory: 0 })],
  [
    /^\{pbkdf2-[\w-]+\}(\d+)\$/,
    ([iterations = 0]) => ({ isCostly: iterations > 150_000, memory: 0 }),
  ],
  [
    /^\{scrypt\}(\d+)\$(\d+)\$(\d+)\$/,
    ([n = 0, r = 0, p = 0]) => ({
      isCostly: 128 * n * r * p > maxScrypt.memory / 2,
      memory: (128 * n * r) / 1024,
    }),
  ],
];
