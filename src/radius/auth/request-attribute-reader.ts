import { isIPv4 } from 'node:net';
import type {
  virtualAttributes,
  AttributeValue,
  RequestAttributes,
} from '../../aaa/policy/request-attributes.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import {
  findAttributeDefinition,
  decodeAttributeValues,
  parseAttributeValue,
} from '../../protocol/radius/attribute-codec.ts';
import type { RadiusRequest } from '../core/radius-request.ts';

/** A request by the names of the dictionaries, and what FreeRADIUS adds to it by names of its own. */
export function requestAttributesOf(
  request: RadiusRequest,
  dictionary: Dictionary,
): RequestAttributes {
  return {
    values(name) {
      const own = added[name.toLowerCase()];
      if (own) return [asText(own(request))];
      const definition = findAttributeDefinition(dictionary, name);
      if (!definition) return null;
      const values = decodeAttributeValues(request.packet, definition);
      // A NAS that does not name its address is at the address that the packet came from.
      const source =
        values.length === 0 && definition.name === 'NAS-IP-Address' && isIPv4(request.source);
      return source
        ? [parseAttributeValue(definition, request.source) ?? asText(request.source)]
        : values;
    },
    parseValue(name, words) {
      if (name.toLowerCase() in added) return asText(words);
      const definition = findAttributeDefinition(dictionary, name);
      return definition ? parseAttributeValue(definition, words) : null;
    },
  };
}

const added: Readonly<Record<string, (request: RadiusRequest) => string>> = {
  'packet-src-ip-address': ({ source }) => source,
  'packet-src-ipv6-address': ({ source }) => source,
  'client-ip-address': ({ source }) => source,
  'client-shortname': ({ client }) => client.name,
} satisfies Record<(typeof virtualAttributes)[number], (request: RadiusRequest) => string>;

function asText(text: string): AttributeValue {
  return { text, octets: Buffer.from(text) };
}
