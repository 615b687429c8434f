import { Type, type Static, type TObject } from 'typebox';
import { Fault } from './errors.ts';
import type { Secret } from './secret.ts';

/** Checks the host key of a device before any credential is sent; false ends the connection. */
export type HostKeyCheck = (key: HostKey) => Promise<boolean>;

/** Public key of a device: algorithm (`ssh-ed25519`) and fingerprint as OpenSSH prints it (`SHA256:` and base64). */
export interface HostKey {
  readonly algorithm: string;
  readonly fingerprint: string;
}

/**
 * Checks the certificate of a device before any credential is sent; false ends the connection. Takes its SHA-256 fingerprint:
 * hexadecimal octets with colons.
 */
export type CertificateCheck = (fingerprint: string) => Promise<boolean>;

/** Credentials of the device and its connection profile that are set and that the adapter takes. */
export interface Credentials {
  readonly username?: string;
  readonly password?: Secret;
  readonly privateKey?: Secret;
  /** SNMPv1/v2c community. */
  readonly community?: Secret;
  readonly snmpV3?: SnmpV3Credentials;
  /** Credentials of the kinds that only this adapter knows, by the name that its schema has for them. */
  readonly more?: Readonly<Record<string, Secret>>;
}

export const snmpAuthProtocols = ['md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'] as const;
/** AES with 192 and 256 bits has two ways to extend a short key: `b` after Blumenthal, `r` after Reeder (3DES, Cisco). */
export const snmpPrivProtocols = [
  'des',
  'aes',
  'aes192b',
  'aes192r',
  'aes256b',
  'aes256r',
] as const;

/** SNMPv3 user and passwords as the API and the store have them. */
export const snmpV3Schema = Type.Object(
  {
    user: Type.String({ minLength: 1, maxLength: 32 }),
    auth_protocol: Type.Optional(Type.Enum([...snmpAuthProtocols])),
    auth_password: Type.Optional(Type.String({ minLength: 8, maxLength: 255 })),
    priv_protocol: Type.Optional(Type.Enum([...snmpPrivProtocols])),
    priv_password: Type.Optional(Type.String({ minLength: 8, maxLength: 255 })),
  },
  { additionalProperties: false },
);

/** Schema of a credential that is a text. */
export const credentialText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 16_384, description }));

/** Credentials of protocols with a login. */
export const loginCredentials = {
  username: credentialText('user name'),
  password: credentialText('password'),
};

/** SNMPv3 user (RFC 3414): the passwords that are set determine the security level. */
export interface SnmpV3Credentials {
  readonly user: string;
  readonly authProtocol?: (typeof snmpAuthProtocols)[number];
  readonly authPassword?: Secret;
  readonly privProtocol?: (typeof snmpPrivProtocols)[number];
  readonly privPassword?: Secret;
}

/** Address, options and credentials of one device. `options` match the adapter's schema, with defaults filled in. */
export interface Target<O = unknown> {
  /** Name for messages. */
  readonly name: string;
  /** IP literal or host name. */
  readonly host: string;
  readonly options: O;
  readonly credentials: Credentials;
  /** Configured name or address of the device; `host` is the address that it resolves to. */
  readonly serverName?: string;
  readonly checkHostKey: HostKeyCheck;
  /** Check of a pinned certificate; without it no pinned certificate is accepted. */
  readonly checkCertificate?: CertificateCheck;
  /** Algorithm of the recorded host key, which the device is asked for first: it may have keys of several. */
  readonly hostKeyAlgorithm?: string;
}

/** Deadline and log of one call. `signal` aborts at the deadline. */
export interface AdapterContext {
  readonly signal: AbortSignal;
  readonly log: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
  /** Id of a change, the same when a run of it that was interrupted is repeated. */
  readonly changeId?: string;
  /** Called by `changeObjects` once the connection stands, before anything that changes the device is sent. */
  readonly beforeChange?: () => Promise<void>;
  /** Takes the answers of a device to reads, for a recording. */
  readonly observe?: (exchange: Exchange) => void;
}

/** A request and the answer of a device, in the form of its protocol. */
export type Exchange =
  | {
      readonly protocol: 'ssh';
      readonly line: string;
      readonly output: string;
      readonly exitCode: number | null;
    }
  /** `type` is the tag of BER. */
  | {
      readonly protocol: 'snmp';
      readonly oid: string;
      readonly type: number;
      readonly value: unknown;
    }
  | { readonly protocol: 'netconf'; readonly rpc: unknown; readonly reply: string }
  | {
      readonly protocol: 'http';
      readonly method: string;
      /** Path and query, encoded. */
      readonly path: string;
      /** Body of the request; empty for a login. */
      readonly sent: string;
      readonly status: number;
      /** Headers of the reply that a login keeps something of. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };

/** A variable and the command of the device type that reads it. */
export interface ReadRequest<C = unknown> {
  readonly variable: string;
  readonly command: C;
}

export type VariableValue = string | number | bigint | boolean;

/** A number of one interface. */
export interface ReadingRow {
  /** Name of the interface, unique in its reading. */
  readonly name: string;
  readonly value: number | bigint;
  /** 32: the value is a counter that wraps to 0 after 2^32 - 1. */
  readonly counterBits?: 32;
}

/** Value of one variable, or the reason why it is missing. Values are exact: counters of 64 bits are bigint. */
export type Reading =
  | {
      readonly variable: string;
      readonly value: VariableValue;
      /** 32: the value is a counter that wraps to 0 after 2^32 - 1. */
      readonly counterBits?: 32;
      /** Value as the device reports it, if the type file converts it for the reading. */
      readonly original?: VariableValue;
      /** The converted counter wraps to 0 at this value. */
      readonly counterRange?: number;
      /** Numbers of the interfaces of a device, where the value is the text of all of them. */
      readonly rows?: readonly ReadingRow[];
    }
  | { readonly variable: string; readonly value: null; readonly fault: string };

/** Values of the parameters of an operation, by name. */
export type CommandValues = Readonly<Record<string, string | number | boolean>>;

/** A value that a device shall have, and the command of the device type that writes it. */
export interface WriteRequest<C = unknown> {
  readonly variable: string;
  readonly value: string | number | boolean;
  readonly command: C;
  /** True for a password: the value occurs in no message and no preview. */
  readonly isSecret: boolean;
}

/** Outcome of one write: accepted by the device, or the reason why it was not. */
export type WriteOutcome =
  | { readonly variable: string; readonly isAccepted: true }
  | { readonly variable: string; readonly isAccepted: false; readonly fault: Fault };

/** An instance of an object that shall be added or deleted, and the command of the device type for the object. */
export interface ObjectRequest<J = unknown> {
  /** Path in the API, for messages. */
  readonly variable: string;
  readonly action: 'add' | 'delete';
  readonly instance: string;
  /** Values by field; to delete, the key alone. */
  readonly values: Readonly<Record<string, string | number | boolean>>;
  readonly command: J;
  /** True if an earlier run may have made the change: an instance that already exists, or is already gone, is accepted. */
  readonly isRepeated: boolean;
}

/** Result of a command that the device accepted. `disconnected`: it then dropped the connection, as the command allows. */
export interface CommandResult {
  readonly output: string;
  readonly disconnected: boolean;
}

/** Result of a diagnostic: the published keys and the tool's output. */
export interface DiagnosticResult {
  readonly summary: Readonly<Record<string, number | string | null>>;
  readonly raw: string;
}

/** The identification of a machine of this type; all given conditions must hold. */
export const identityRule = Type.Object(
  {
    sys_object_id: Type.Optional(
      Type.String({
        pattern: '^\\d+(\\.\\d+)+$',
        maxLength: 255,
        description: 'sysObjectID, or the object identifier above it',
      }),
    ),
    sys_descr: Type.Optional(
      Type.String({ maxLength: 500, description: 'regular expression, found in sysDescr' }),
    ),
    ssh_banner: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'regular expression, found in the identification string of the SSH server',
      }),
    ),
    http_banner: Type.Optional(
      Type.String({
        maxLength: 500,
        description:
          'regular expression, searched in the first page of the web server: the headers Server, WWW-Authenticate and Location, and the title',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);

export type IdentityRule = Static<typeof identityRule>;

/** The identification of a machine that is not yet a device, used to find its type. */
export interface Identity {
  readonly sysObjectId?: string;
  readonly sysDescr?: string;
  readonly sysName?: string;
  /** The identification string of an SSH server (RFC 4253 section 4.2), such as `SSH-2.0-dropbear_2022.83`. */
  readonly sshBanner?: string;
  /** Headers and title of the first page of a web server, in lines such as `server: nginx`. */
  readonly httpBanner?: string;
}

/**
 * Adapter of one protocol. It implements the methods that the protocol supports: a missing method is the capability
 * flag. Each method returns a value or throws a Fault of one of the `DeviceFaultKind`s, and ends when `context.signal`
 * aborts.
 */
export interface Adapter<
  O extends TObject = TObject,
  C extends TObject = TObject,
  W extends TObject = TObject,
  J extends TObject = TObject,
> {
  /** Name of the file, and `protocol` in a connection profile. */
  readonly name: string;
  /** Port, time limits and switches of a connection. Every property has a default or is optional. */
  readonly options: O;
  /** Schema of a command in config/device-types. */
  readonly command: C;
  /**
   * Schema of the credentials that it takes; default: no credentials. Devices and profiles have `username`, `password`,
   * `private_key`, `snmp_community` and `snmp_v3` for all protocols.
   */
  readonly credentials?: TObject;
  /** Schema of `write` of a parameter in config/device-types; an adapter with it has `write` and `previewWrite`. */
  readonly writeCommand?: W;
  /** Schema of `command` of an object in config/device-types; an adapter with it has `changeObjects` and `previewObject`. */
  readonly objectCommand?: J;
  /** Checks the rules that the schema of the options cannot express. @throws Fault naming the field */
  checkOptions?(options: Static<O>): void;
  /** Checks whether a private key can be used. @throws Fault `refused` without the key */
  checkPrivateKey?(key: Secret, passphrase: Secret | undefined): Promise<void>;
  /** Checks the rules that the schema of a command cannot express, for reads, operations and writes. @throws Fault naming the field */
  checkCommand?(command: Static<C> | Static<W>): void;
  operate?(
    target: Target<Static<O>>,
    command: Static<C>,
    context: AdapterContext,
  ): Promise<CommandResult>;
  /**
   * Puts values into each `{{ name }}` of a command, quoted for the protocol. An adapter without it has no operations with
   * parameters.
   *
   * @throws Fault `unsupported` if a name has no value, or the command cannot carry it
   */
  fillCommand?(command: Static<C>, values: CommandValues): Static<C>;
  /**
   * Returns the names of placeholders in a command that the protocol has values for, such as values kept from its login.
   * Absent: no such placeholders.
   */
  namesIn?(command: Static<C> | Static<W>, options: Static<O>): readonly string[];
  /** True if white space at the ends of a value that a command reads may be removed. An adapter without it leaves values as they are. */
  trims?(command: Static<C>): boolean;
  /** Returns the names of placeholders that a login replaces in the options. An adapter without it replaces no placeholders. */
  namesInOptions?(options: Static<O>): readonly string[];
  /**
   * Returns the command that reads a path of the protocol itself, such as an object identifier; null for other text.
   * An adapter without it reads parameters only.
   */
  rawCommand?(path: string): Static<C> | null;
  /** Returns the command that writes such a path; null for other text. An adapter without it writes parameters only. */
  rawWriteCommand?(path: string): Static<W> | null;
  /** Identifies a machine, without a login that could lock an account. */
  identify?(target: Target<Static<O>>, context: AdapterContext): Promise<Identity>;
  diagnose?(
    target: Target<Static<O>>,
    command: Static<C>,
    context: AdapterContext,
  ): Promise<DiagnosticResult>;
  /** Returns one reading for each request, in the same order. Throws a fault only if the device as a whole fails. */
  read?(
    target: Target<Static<O>>,
    requests: readonly ReadRequest<Static<C>>[],
    context: AdapterContext,
  ): Promise<readonly Reading[]>;
  /**
   * Writes values in the order of the requests, atomically where the protocol can. Returns an outcome for each, in
   * the same order. Accepted is not yet verified: the caller reads the value back.
   */
  write?(
    target: Target<Static<O>>,
    requests: readonly WriteRequest<Static<W>>[],
    context: AdapterContext,
  ): Promise<readonly WriteOutcome[]>;
  /**
   * Returns the text that a write sends, for display.
   *
   * @throws Fault `unsupported` if the command cannot carry the value
   */
  previewWrite?(request: WriteRequest<Static<W>>): string;
  /**
   * Adds and deletes instances of objects, atomically where the protocol can. Returns an outcome for each, in the same
   * order: accepted means that the device has, or no longer has, the instance.
   */
  changeObjects?(
    target: Target<Static<O>>,
    requests: readonly ObjectRequest<Static<J>>[],
    context: AdapterContext,
  ): Promise<readonly WriteOutcome[]>;
  /**
   * Returns the text that a change of an object sends, for display.
   *
   * @throws Fault `unsupported` if the command cannot carry a value
   */
  previewObject?(request: ObjectRequest<Static<J>>): string;
  /** Closes the connections that the adapter keeps open between calls. */
  close?(): void;
}

/** Declares an adapter and types its methods by its own schemas. */
export function adapter<O extends TObject, C extends TObject, W extends TObject, J extends TObject>(
  definition: Adapter<O, C, W, J>,
): Adapter {
  return definition;
}

/** Fault of a change that the device accepted and then discarded, because it refused another one. */
export const discarded = new Fault(
  'rejected',
  'discarded, because the device refused another change of the same write',
);

/** Returns the position of the first change that the device refused, else of the first that it discarded; -1 if it accepted all. */
export function findRefused(outcomes: readonly WriteOutcome[]): number {
  const isRefused = (outcome: WriteOutcome) => !outcome.isAccepted && outcome.fault !== discarded;
  const at = outcomes.findIndex(isRefused);
  return at === -1 ? outcomes.findIndex(({ isAccepted }) => !isAccepted) : at;
}

/** Returns the outcome of a write that failed with a fault, or that the device accepted. */
export function writeOutcome(variable: string, fault: Fault | null): WriteOutcome {
  return fault === null ? { variable, isAccepted: true } : { variable, isAccepted: false, fault };
}
