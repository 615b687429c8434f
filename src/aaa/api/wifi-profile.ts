import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { user } from '../account/user.ts';
import { deskWriters } from '../../contract/caller.ts';
import { eapMethodNames } from '../../contract/eap-method.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import { isRecord, nullable, text } from '../../contract/fields.ts';
import { endpoint } from '../../http/endpoint.ts';
import {
  findResourceRow,
  retrieveResource,
  type ResourceAccess,
} from '../../http/resource-access.ts';
import { fieldSchema } from '../../http/resource-schema.ts';
import type { CertificateOwner } from '../wifi/device-certificate.ts';
import { makeProfile, type ProfileFile } from '../wifi/make-profile.ts';
import { formatNames } from '../wifi/profile/formats.ts';
import { wifiNetwork } from '../wifi/wifi-network.ts';

const fileMediaType = 'application/octet-stream';

const body = Type.Object(
  {
    format: Type.Enum([...formatNames], {
      examples: ['mobileconfig'],
      description:
        'mobileconfig: iPhone, iPad and Mac, signed; windows: WLAN profile; onc: Chromebook; passpoint: Android; pkcs12: the certificate alone; networkmanager and wpa_supplicant: Linux; qr: a code as SVG, for open networks and keys',
    }),
    user: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'id of the user; networks with keys and certificates need one',
      }),
    ),
    method: Type.Optional(
      Type.Enum([...eapMethodNames], {
        description: 'default: the first of the network that the format can carry',
      }),
    ),
    device: Type.Optional(
      text({ maxLength: 128, description: 'name of the device, for the list of certificates' }),
    ),
  },
  { additionalProperties: false },
);

const profile = Type.Object({
  file_name: text(),
  media_type: text(),
  content: Type.String({ description: 'the file in base64' }),
  password: nullable(
    text({ description: 'of pkcs12: what systems ask for; shown only here; null: no password' }),
  ),
  certificate: nullable(
    Type.Integer({ description: 'id of the user_certificate that was issued; null: none' }),
  ),
});

/** The profile of a network for a user or device. */
export const wifiProfileEndpoint = endpoint({
  method: 'POST',
  path: '/wifi_network/{id}/profile/',
  summary: 'Make the profile by which a device of a user joins a Wi-Fi network',
  roles: deskWriters,
  params: Type.Object({ id: fieldSchema(wifiNetwork, 'id') }),
  body,
  reply: profile,
  mediaTypes: [fileMediaType],
  isExtension: true,
  async handle({ gateway, caller, params, body: asked }) {
    const access = { resource: wifiNetwork, gateway, caller };
    const network = await retrieveResource(access, ['id', params.id]);
    const owner =
      asked.user === undefined
        ? null
        : await findOwner({ gateway, caller, resource: user }, asked.user);
    const { format, method = null, device: deviceName = '' } = asked;
    return shown(await makeProfile(gateway, { network, format, owner, method, deviceName }));
  },
  draw(_call, reply) {
    const content = isRecord(reply) ? String(reply['content']) : '';
    return Promise.resolve(Readable.from([Buffer.from(content, 'base64')]));
  },
});

function shown({ name, mediaType, content, password, certificate }: ProfileFile) {
  return {
    file_name: name,
    media_type: mediaType,
    content: content.toString('base64'),
    password: password?.reveal() ?? null,
    certificate,
  };
}

/** Finds the user that the caller may see. @throws Fault `invalid` naming the field */
export async function findOwner(access: ResourceAccess, id: number): Promise<CertificateOwner> {
  try {
    const { organization, username } = await findResourceRow(access, ['id', id]);
    return { id, organization: Number(organization), username: String(username) };
  } catch (error) {
    if (asFault(error)?.kind === 'not_found') throw Fault.absent('user', id);
    throw error;
  }
}
