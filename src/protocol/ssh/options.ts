import { Type, type Static } from 'typebox';
import { legacyLevels } from './algorithms.ts';

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
          'seconds of silence before a keepalive; three without an answer close the connection; 0: off',
      }),
      legacy: Type.Union([Type.Enum([...legacyLevels]), Type.Boolean()], {
        default: 'off',
        description:
          'algorithms that old devices need; compat: also SHA-1 with group14, ssh-rsa and AES-CBC; insecure: also group1, ssh-dss, 3DES and MD5; false and true are read as off and insecure',
      }),
    },
    { additionalProperties: false },
  );
}

export type SshOptions = Static<ReturnType<typeof sshOptionsSchema>>;
