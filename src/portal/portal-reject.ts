/** The rejection of a guest: a code for the caller, and a message. */
export class PortalReject {
  readonly code: string;
  readonly message: string;

  constructor(code: string, message: string) {
    this.code = code;
    this.message = message;
  }
}

const codesOfGuesses: readonly string[] = ['unknown_user', 'wrong_password'];

/** True if the guest was rejected for what it presented, which may be a guess. */
export function isGuess({ code }: PortalReject): boolean {
  return codesOfGuesses.includes(code);
}
