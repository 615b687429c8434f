const shownCharacters = 1_500;

/** Runs steps one after the other, prints each with its time, and counts failures. */
export class Report {
  #failed = 0;
  #passed = 0;
  #title = '';

  begin(title: string): void {
    this.#title = title;
  }

  /**
   * Runs a step.
   *
   * @param work  returns an observation, or an empty text
   * @returns     whether it passed
   */
  async step(name: string, work: () => Promise<string>): Promise<boolean> {
    const began = performance.now();
    const print = (outcome: string, seen: string) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(
        `${outcome} - ${this.#title}: ${name} (${seconds} s)${seen === '' ? '' : `: ${seen}`}\n`,
      );
    };
    try {
      print('ok', await work());
      this.#passed += 1;
      return true;
    } catch (error) {
      this.#failed += 1;
      print(
        'not ok',
        error instanceof Error ? error.message.slice(0, shownCharacters) : String(error),
      );
      return false;
    }
  }

  /** Prints the counts. @returns the exit status */
  close(): 0 | 1 {
    process.stdout.write(`${this.#passed} passed, ${this.#failed} failed\n`);
    return this.#failed === 0 ? 0 : 1;
  }
}
