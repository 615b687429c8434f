import type { Static, TObject } from 'typebox';
import type { Secret } from './secret.ts';

/** Called with the key that a device showed, before any credential is sent; false ends the connection. */
export type HostKeyCheck = (key: HostKey) => Promise<boolean>;

/** A device's public key: `ssh-ed25519`, and the fingerprint as OpenSSH prints it (`SHA256:` and base64). */
export interface HostKey {
  readonly algorithm: string;
  readonly fingerprint: string;
}

/** What a device asks of whoever connects. Which of them are set depends on the profile and the device. */
export interface Credentials {
  readonly username?: string;
  readonly password?: Secret;
  readonly privateKey?: Secret;
  /** SNMPv1/v2c community. */
  readonly community?: Secret;
  readonly snmpV3?: SnmpV3Credentials;
}

/** SNMPv3 user (RFC 3414): the level follows from which of the two passwords is set. */
export interface SnmpV3Credentials {
  readonly user: string;
  readonly authProtocol?: 'md5' | 'sha' | 'sha224' | 'sha256' | 'sha384' | 'sha512';
  readonly authPassword?: Secret;
  readonly privProtocol?: 'des' | 'aes' | 'aes256b' | 'aes256r';
  readonly privPassword?: Secret;
}

/** One device, as an adapter sees it: where it is and how to get in. `options` fit the adapter's schema, defaults filled in. */
export interface Target<O = unknown> {
  /** Name for messages. */
  readonly name: string;
  /** IP literal or host name. */
  readonly host: string;
  readonly options: O;
  readonly credentials: Credentials;
  readonly checkHostKey: HostKeyCheck;
}

/** Everything that an adapter is given besides its question. `signal` aborts at the deadline. */
export interface AdapterContext {
  readonly signal: AbortSignal;
  readonly log: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
}

/** A variable and the command that reads it, as the device type writes it. */
export interface ReadRequest<C = unknown> {
  readonly variable: string;
  readonly command: C;
}

export type VariableValue = string | number | bigint | boolean;

/** What the device said of one variable: a value, or why it has none. Both exact: counters of 64 bits are bigint. */
export type Reading =
  | { readonly variable: string; readonly value: VariableValue }
  | { readonly variable: string; readonly value: null; readonly fault: string };

/** The device took the command. `disconnected`: it dropped the connection, as the command said it might. */
export interface CommandResult {
  readonly output: string;
  readonly disconnected: boolean;
}

/** Result of a diagnostic: the published keys, and the tool's own words. */
export interface DiagnosticResult {
  readonly summary: Readonly<Record<string, number | string | null>>;
  readonly raw: string;
}

/**
 * One protocol. It implements the verbs that the protocol can carry and no others: a missing verb is the
 * capability flag. Each verb returns a value or throws a Fault of one of the `DeviceFaultKind`s, and is bounded
 * by `context.signal`.
 */
export interface Adapter<O extends TObject = TObject, C extends TObject = TObject> {
  /** The file's name, and what a connection profile says as `protocol`. */
  readonly name: string;
  /** Port, time limits and switches of a connection. Every property has a default or is optional. */
  readonly options: O;
  /** How one command is written in config/device-types. */
  readonly command: C;
  operate?(
    target: Target<Static<O>>,
    command: Static<C>,
    context: AdapterContext,
  ): Promise<CommandResult>;
  diagnose?(
    target: Target<Static<O>>,
    command: Static<C>,
    context: AdapterContext,
  ): Promise<DiagnosticResult>;
  /** One reading for each question, in the same order. A fault is thrown only where the device as a whole fails. */
  read?(
    target: Target<Static<O>>,
    questions: readonly ReadRequest<Static<C>>[],
    context: AdapterContext,
  ): Promise<readonly Reading[]>;
}

/** Declares an adapter; only gives its verbs the types of its own schemas. */
export function adapter<O extends TObject, C extends TObject>(definition: Adapter<O, C>): Adapter {
  return definition;
}
