import { isIPv4 } from 'node:net';
import type { addedAttributes, AttributeValue, RequestAttributes } from '../aaa/request-attributes.ts';
import type { Dictionary } from '../protocol/radius/dictionary.ts';
import { findNamed, namedValues, valueOf } from '../protocol/radius/named.ts';
import type { Request } from './request.ts';

/** A request by the names of the dictionaries, and what FreeRADIUS adds to it by names of its own. */
export function namedRequest(request: Request, dictionary: Dictionary): RequestAttributes {
  return {
    values(name) {
      const own = added[name.toLowerCase()];
      if (own) return [asText(own(request))];
      const definition = findNamed(dictionary, name);
      if (!definition) return null;
      const values = namedValues(request.packet, definition);
      // A NAS that does not name its address is at the address that the packet came from.
      const source = values.length === 0 && definition.name === 'NAS-IP-Address' && isIPv4(request.source);
      return source ? [valueOf(definition, request.source) ?? asText(request.source)] : values;
    },
    valueOf(name, words) {
      if (name.toLowerCase() in added) return asText(words);
      const definition = findNamed(dictionary, name);
      return definition ? valueOf(definition, words) : null;
    },
  };
}

const added: Readonly<Record<string, (request: Request) => string>> = {
  'packet-src-ip-address': ({ source }) => source,
  'packet-src-ipv6-address': ({ source }) => source,
  'client-ip-address': ({ source }) => source,
  'client-shortname': ({ client }) => client.name,
} satisfies Record<(typeof addedAttributes)[number], (request: Request) => string>;

function asText(text: string): AttributeValue {
  return { text, octets: Buffer.from(text) };
}
