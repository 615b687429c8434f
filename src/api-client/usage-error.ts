/** Error in a command line; ends with exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** @param nearest  what may have been meant */
  constructor(message: string, nearest?: string) {
    super(nearest === undefined ? message : `${message}\n(Did you mean ${nearest}?)`);
  }
}
