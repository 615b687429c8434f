import type { KeyObject, X509Certificate } from 'node:crypto';
import { Type } from 'typebox';
import { user } from '../account/user.ts';
import { endRevokedSessions } from '../coa/certificate-device.ts';
import { deskReaders, deskWriters } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import { nullable, text } from '../../contract/fields.ts';
import { Secret } from '../../contract/secret.ts';
import { crud } from '../../http/crud.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { findResourceRow, retrieveResource } from '../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../http/resource-schema.ts';
import { createKeyStore } from '../../tls/key-store.ts';
import { readSigningRequest } from '../../tls/signing-request.ts';
import { generateKey } from '../key/key-text.ts';
import { findDeviceAuthority } from '../wifi/device-authority.ts';
import {
  generateDeviceKey,
  issueDeviceCertificate,
  issuerOf,
  revokeCertificate,
} from '../wifi/device-certificate.ts';
import { userCertificate as of } from '../wifi/user-certificate.ts';
import { maxCertificateDays } from '../wifi/wifi-network.ts';
import { findOwner } from './wifi-profile.ts';

const defaultDays = 365;

const newCertificate = Type.Object(
  {
    user: fieldSchema(of, 'user'),
    name: Type.Optional(fieldSchema(of, 'name')),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxCertificateDays,
        description: 'how long it is valid; default: 365',
      }),
    ),
    csr: Type.Optional(
      text({
        maxLength: 16_384,
        description:
          'request in PEM (PKCS #10), for a key that stays on the device; only the key of it counts; default: the gateway makes a key',
      }),
    ),
  },
  { additionalProperties: false },
);

const created = Type.Object({
  ...readableSchema(of).properties,
  certificate: Type.String({ description: 'PEM' }),
  authority: Type.String({ description: 'PEM; the CA that has signed it' }),
  pkcs12: nullable(
    Type.String({
      description:
        'certificate, key and CA in base64; shown only here; null: the key is that of csr',
    }),
  ),
  password: nullable(text({ description: 'of pkcs12; shown only here' })),
});

const one = Type.Object({ id: fieldSchema(of, 'id') });

/** Certificates of the devices of users. */
export const userCertificateEndpoints: readonly Endpoint[] = [
  ...crud(of, ['list', 'retrieve'], {
    path: of.name,
    key: 'id',
    isExtension: true,
    readers: deskReaders,
  }),
  endpoint({
    method: 'POST',
    path: '/user_certificate/',
    summary: 'Issue a certificate for a device of a user',
    roles: deskWriters,
    body: newCertificate,
    reply: created,
    isExtension: true,
    async handle({ gateway, caller, body }) {
      const owner = await findOwner({ resource: user, gateway, caller }, body.user);
      const { name = '', days = defaultDays, csr } = body;
      const keys = csr === undefined ? await generate(gateway.config) : ofRequest(csr);
      const issued = await issueDeviceCertificate(gateway, { owner, name, days, ...keys });
      const row = await retrieveResource({ resource: of, gateway, caller }, ['id', issued.id]);
      return { ...row, ...packed(name, issued, keys.privateKey) };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/user_certificate/{id}/revoke/',
    summary: 'Revoke a certificate: its device is refused from now on, and its sessions end',
    roles: deskWriters,
    params: one,
    body: Type.Object({}, { additionalProperties: false }),
    reply: readableSchema(of),
    status: 200,
    isExtension: true,
    async handle({ gateway, caller, params }) {
      const access = { resource: of, gateway, caller };
      const { id, serial } = await findResourceRow(access, ['id', params.id]);
      await gateway.store.write([revokeCertificate(gateway.store, Number(id), gateway.now())]);
      const authority = await findDeviceAuthority(gateway);
      if (authority)
        await endRevokedSessions(gateway, {
          issuer: issuerOf(authority.certificate),
          serials: [String(serial)],
        });
      return retrieveResource(access, ['id', params.id]);
    },
  }),
];

interface Keys {
  readonly publicKey: KeyObject;
  /** Null: it is on the device. */
  readonly privateKey: KeyObject | null;
}

function generate({
  radius,
}: {
  readonly radius: { readonly eap: { readonly security: string } };
}) {
  return generateDeviceKey(radius.eap.security === '192_bit');
}

/** @throws Fault `invalid` naming the field */
function ofRequest(csr: string): Keys {
  try {
    return { publicKey: readSigningRequest(csr), privateKey: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw Fault.field('csr', `The request is refused: ${reason}.`);
  }
}

function packed(
  name: string,
  {
    certificate,
    authority,
  }: { readonly certificate: X509Certificate; readonly authority: X509Certificate },
  privateKey: KeyObject | null,
) {
  const files = { certificate: certificate.toString(), authority: authority.toString() };
  if (!privateKey) return { ...files, pkcs12: null, password: null };
  const password = new Secret(generateKey());
  const content = { name, privateKey, certificate, authorities: [authority] };
  const store = createKeyStore(content, password);
  return { ...files, pkcs12: store.toString('base64'), password: password.reveal() };
}
