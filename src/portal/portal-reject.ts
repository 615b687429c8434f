/** The rejection of a guest: a code for the caller, and a message. */
export class PortalReject {
  readonly code: string;
  readonly message: string;
  /** Why no device can be let in, for the operator; null: the guest was rejected. */
  readonly obstacle: string | null;

  constructor(code: string, message: string, obstacle: string | null = null) {
    this.code = code;
    this.message = message;
    this.obstacle = obstacle;
  }
}

/** Rejects a guest whose access point cannot let its device in, as far as the gateway knows. */
export function noWayIn(obstacle: string): PortalReject {
  const message = `The network cannot let the device in: ${obstacle}.`;
  return new PortalReject('no_way_in', message, obstacle);
}

const codesOfGuesses: readonly string[] = ['unknown_user', 'wrong_password'];

/** True if the guest was rejected for what it presented, which may be a guess. */
export function isGuess({ code }: PortalReject): boolean {
  return codesOfGuesses.includes(code);
}
