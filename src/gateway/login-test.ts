import type { Secret } from '../contract/secret.ts';

/** A login that is tried out, as an Access-Request with PAP of a RADIUS client. */
export interface LoginTest {
  /** Id of the client. */
  readonly client: number;
  /** Address that the request comes from. */
  readonly address: string;
  readonly username: string;
  readonly password: Secret;
  /** Calling-Station-Id; null: none. */
  readonly station: string | null;
}

/** What the gateway, or the upstream that it asked, has decided. */
export interface TestedLogin {
  readonly isAccepted: boolean;
  readonly method: string;
  readonly reason: string;
  /** Name of the upstream that decided; null: the gateway did. */
  readonly upstream: string | null;
  readonly profile: string | null;
  /** The attributes of the reply, secrets masked. */
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
}

/** Tries logins out; set by RADIUS when it has started. */
export interface LoginTests {
  /**
   * @returns null: the client is not in use
   * @throws Fault `unavailable` before RADIUS has started; `overloaded`; `timeout` without a reply of an upstream
   */
  run(test: LoginTest): Promise<TestedLogin | null>;
  runBy(run: LoginTests['run']): void;
}

declare module './gateway.ts' {
  interface DomainState {
    readonly loginTests: LoginTests;
  }
}
