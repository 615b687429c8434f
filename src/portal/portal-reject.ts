/** The rejection of a guest: a code for the caller, and a message. */
export class PortalReject {
  readonly code: string;
  readonly message: string;

  constructor(code: string, message: string) {
    this.code = code;
    this.message = message;
  }
}
