import { Type } from 'typebox';
import { eapMethodNames as methods } from '../contract/eap-method.ts';
import { closed, pem, several } from './key-schemas.ts';

const curves = ['X25519MLKEM768', 'X25519', 'X448', 'P-256', 'P-384', 'P-521'] as const;
const identities = ['san_email', 'san_dns', 'san_upn', 'cn'] as const;

/** The keys of `radius.eap`: 802.1X that the gateway answers itself. */
export const eapSchema = Type.Object(
  {
    enabled: Type.Boolean({ default: false, description: 'true or false' }),
    certificate: pem(
      'certificate of the gateway and its chain; empty: a certificate of its own CA',
    ),
    key: pem('private key of the certificate, without a passphrase'),
    ca: pem(
      'CAs that sign the certificates of devices, beside that of the gateway; empty: only that',
    ),
    crl: pem(
      'revocation lists of these CAs, one of each; an expired list refuses all certificates of its CA; empty: revocation is not checked',
    ),
    server_name: Type.String({
      default: '',
      pattern: '^([A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*)?$',
      maxLength: 253,
      description: 'a host name for the certificate of the own CA; empty: that of the machine',
    }),
    methods: several(Type.Enum([...methods]), {
      default: [...methods],
      description:
        'one or several of ttls, peap and tls, the one that is offered first before the others',
    }),
    identities: several(Type.Enum([...identities]), {
      default: [...identities],
      description: 'one or several of san_email, san_dns, san_upn and cn',
    }),
    min_version: Type.Enum(['TLSv1.2', 'TLSv1.3'], {
      default: 'TLSv1.2',
      description: 'TLSv1.2 or TLSv1.3',
    }),
    curves: several(Type.Enum([...curves]), {
      default: ['X25519MLKEM768', 'X25519', 'P-256', 'P-384', 'P-521'],
      description: `one or several of ${curves.join(', ')}, the preferred one first`,
    }),
    security: Type.Enum(['standard', '192_bit'], {
      default: 'standard',
      description: 'standard or 192_bit',
    }),
    resumption_hours: Type.Integer({
      minimum: 0,
      maximum: 168,
      default: 8,
      description: 'hours, 0 to 168; 0: every login is a full handshake',
    }),
    max_conversations: Type.Integer({
      minimum: 10,
      maximum: 100_000,
      default: 10_000,
      description: 'open conversations, 10 to 100000',
    }),
  },
  { ...closed, default: {} },
);
