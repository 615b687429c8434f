import { Type, type Static } from 'typebox';

/** Creates the schema of the options of a connection over SSH, with the default port of the protocol. */
export function sshOptionsSchema(defaultPort: number) {
  return Type.Object(
    {
      port: Type.Integer({ minimum: 1, maximum: 65_535, default: defaultPort }),
      connect_timeout: Type.Integer({
        minimum: 1,
        maximum: 120,
        default: 10,
        description: 'seconds until the login must be complete',
      }),
      keepalive: Type.Integer({
        minimum: 0,
        maximum: 3600,
        default: 15,
        description:
          'seconds of silence before a keepalive; three without an answer close; 0: none',
      }),
      legacy: Type.Boolean({
        default: false,
        description: 'also offer SHA-1 key exchange, ssh-rsa and CBC, for old devices',
      }),
    },
    { additionalProperties: false },
  );
}

export type SshOptions = Static<ReturnType<typeof sshOptionsSchema>>;
