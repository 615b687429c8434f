import { isUtf8 } from 'node:buffer';
import { isIPv4, isIPv6 } from 'node:net';
import type { Credential, LoginSource } from '../../aaa/policy/credential.ts';
import type {
  AttributeValue,
  RequestAttributes,
  virtualAttributes,
} from '../../aaa/policy/request-attributes.ts';
import type { NetworkNames } from '../../aaa/policy/subscriber.ts';
import {
  parseCalledStationId,
  type AccessPointIdentifiers,
} from '../../aaa/client/access-point-identifiers.ts';
import type { NasPlace } from '../../aaa/policy/reply-condition.ts';
import {
  decodeAttributeValues,
  findAttributeDefinition,
  parseAttributeValue,
} from '../../protocol/radius/attribute-codec.ts';
import { readUserPassword } from '../../protocol/radius/attribute-hiding.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { isChapResponseValid, readChapResponse } from '../../protocol/radius/chap.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import { openNewPassword } from '../../protocol/radius/ms-chap-change.ts';
import {
  msChapVersions,
  readMsChapPasswordChange,
  readMsChapResponse,
} from '../../protocol/radius/microsoft-attributes.ts';
import { isMsChapResponseValid, type MsChapResponse } from '../../protocol/radius/ms-chap.ts';
import {
  firstInteger,
  firstText,
  hasAttribute,
  type Packet,
} from '../../protocol/radius/packet.ts';
import { Secret } from '../../contract/secret.ts';
import { nasAddressOf, sourceOf, type RadiusRequest } from '../core/radius-request.ts';

/** Reads who logs in, from User-Name and Calling-Station-Id. */
export function readNames({ packet, client }: RadiusRequest): NetworkNames {
  return {
    organization: client.organization,
    servedOrganizations: client.serves,
    rules: client.names,
    username: firstText(packet, attributeType.userName) ?? '',
    station: firstText(packet, attributeType.callingStationId),
  };
}

/** The NAS as the side that waits for a login. */
export function sourceOfClient({ id, organization }: RadiusRequest['client']): LoginSource {
  return { client: `client ${id}`, organization, host: null, isPublic: false };
}

/** Reads what reply items with conditions are selected by. */
export function readNasPlace({ packet, client }: RadiusRequest): NasPlace {
  const { ssid } = parseCalledStationId(firstText(packet, attributeType.calledStationId));
  return { client: client.name, nasGroup: client.nasGroup, ssid };
}

/** Reads what identifies the access point, as the accounting of the session will. */
export function readAccessPointIdentifiers(request: RadiusRequest): AccessPointIdentifiers {
  const { packet, client } = request;
  return {
    organization: client.organization,
    client_serves: client.formattedServes,
    calledstationid: firstText(packet, attributeType.calledStationId),
    nasidentifier: firstText(packet, attributeType.nasIdentifier),
    nasipaddress: nasAddressOf(request),
  };
}

/** The credential of an Access-Request. */
export interface RequestCredential {
  readonly credential: Credential;
  /** The MS-CHAP response, if that is the method: the reply refers to it. */
  readonly msChap: MsChapResponse | null;
}

const authorizeOnly = 17;

/** Reads the credential of an Access-Request. Several, or no verifiable one, lead to a reject (RFC 2865 section 4.1). */
export function readCredential(
  { packet, client }: RadiusRequest,
  username: string,
): RequestCredential {
  const methods = methodsOf(packet);
  const [method = 'none', ...others] = methods;
  if (others.length > 0)
    return unsupported(methods.join('+'), 'the request has several credentials, one is allowed');
  if (firstInteger(packet, attributeType.serviceType) === authorizeOnly)
    return unsupported('Authorize-Only', 'Authorize-Only is not supported');
  if (method.startsWith('MS-')) {
    const change = readMsChapPasswordChange(packet, username);
    if (change === 'invalid') return unsupported(method, 'the change of the password is malformed');
    return change
      ? readMsChapCredential(method, change, (former) => openNewPassword(change, former))
      : readMsChapCredential(method, readMsChapResponse(packet, username));
  }
  const read = readers[method];
  return read
    ? { credential: read(packet, client.secret), msChap: null }
    : unsupported(method, `${method} is not supported`);
}

function methodsOf(packet: Packet): string[] {
  const methods: string[] = [];
  if (hasAttribute(packet, attributeType.userPassword)) methods.push('PAP');
  if (hasAttribute(packet, attributeType.chapPassword)) methods.push('CHAP');
  if (hasAttribute(packet, attributeType.vendorSpecific))
    for (const version of msChapVersions(packet))
      methods.push(version === 2 ? 'MS-CHAPv2' : 'MS-CHAP');
  if (hasAttribute(packet, attributeType.eapMessage)) methods.push('EAP');
  return methods;
}

const readers: Readonly<Record<string, (packet: Packet, secret: Secret) => Credential>> = {
  none: () => ({ kind: 'none', method: 'none' }),
  PAP: readPapCredential,
  CHAP: readChapCredential,
};

function readPapCredential(packet: Packet, secret: Secret): Credential {
  const password = readUserPassword(packet, secret);
  if (!password) return unusable('PAP', 'User-Password has an invalid length');
  if (!isUtf8(password))
    return unusable('PAP', 'User-Password is no UTF-8: compare the shared secrets');
  return { kind: 'password', method: 'PAP', password: new Secret(password.toString()) };
}

function readChapCredential(packet: Packet): Credential {
  const response = readChapResponse(packet);
  if (!response) return unusable('CHAP', 'CHAP-Password has an invalid length');
  return {
    kind: 'challenge',
    method: 'CHAP',
    verify: (password) => isChapResponseValid(response, password),
  };
}

/** Returns the credential of a response by MS-CHAP. @param response  null: it is malformed */
export function readMsChapCredential(
  method: string,
  response: MsChapResponse | null,
  openNew?: (former: Secret) => Secret | null,
): RequestCredential {
  if (!response) return unsupported(method, 'MS-CHAP challenge and response do not match');
  return {
    credential: {
      kind: 'challenge',
      method,
      verify: (password) => isMsChapResponseValid(response, password),
      ...(openNew && { openNewPassword: openNew }),
    },
    msChap: response,
  };
}

function unsupported(method: string, rejectReason: string): RequestCredential {
  return { credential: unusable(method, rejectReason), msChap: null };
}

function unusable(method: string, rejectReason: string): Credential {
  return { kind: 'unusable', method, rejectReason };
}

/** Gives check items access to the attributes of a request by name, and to the virtual attributes of the server. */
export function requestAttributesOf(
  request: RadiusRequest,
  dictionary: () => Dictionary,
): RequestAttributes {
  return {
    values(name) {
      const readVirtual = virtualReaders[name.toLowerCase()];
      if (readVirtual) return [textValue(readVirtual(request))];
      const definition = findAttributeDefinition(dictionary(), name);
      if (!definition) return null;
      const values = decodeAttributeValues(request.packet, definition, dictionary());
      // A NAS without NAS-IP-Address, or NAS-IPv6-Address, has the source address of its packets, as in FreeRADIUS.
      const isImplied = impliedAddresses[definition.name]?.(sourceOf(request)) === true;
      return isImplied && values.length === 0
        ? [parseAttributeValue(definition, sourceOf(request)) ?? textValue(sourceOf(request))]
        : values;
    },
    parseValue(name, text) {
      if (name.toLowerCase() in virtualReaders) return textValue(text);
      const definition = findAttributeDefinition(dictionary(), name);
      return definition ? parseAttributeValue(definition, text) : null;
    },
  };
}

const impliedAddresses: Readonly<Record<string, (source: string) => boolean>> = {
  'NAS-IP-Address': isIPv4,
  'NAS-IPv6-Address': isIPv6,
};

const virtualReaders: Readonly<Record<string, (request: RadiusRequest) => string>> = {
  'packet-src-ip-address': sourceOf,
  'packet-src-ipv6-address': sourceOf,
  'client-ip-address': sourceOf,
  'client-shortname': ({ client }) => client.name,
} satisfies Record<(typeof virtualAttributes)[number], (request: RadiusRequest) => string>;

function textValue(text: string): AttributeValue {
  return { text, octets: Buffer.from(text) };
}
