import type { Role } from '../../contract/caller.ts';
import { packageVersion } from '../../runtime/package-root.ts';
import type { Api, Endpoint, Method } from '../../gateway/endpoint.ts';
import { errorResponses, errorSchemas } from './error-responses.ts';
import { createOperation, tagName, responseHeaders, headerParameters } from './operation.ts';
import { nameSchemas, type SchemaObject } from './schemas.ts';

/* The part of OpenAPI 3.1 that the documents use. */

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: typeof info & { readonly title: string; readonly description: string };
  readonly servers: { url: string; description: string }[];
  readonly security: Record<string, string[]>[];
  readonly tags: { name: string; description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: string[];
  readonly parameters: (ParameterObject | ReferenceObject)[];
  readonly requestBody?: RequestBodyObject;
  readonly responses: Readonly<Record<number, ResponseObject | ReferenceObject>>;
  readonly 'x-roles': readonly Role[];
  readonly 'x-extension'?: true;
}

export interface ReferenceObject {
  readonly $ref: string;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: SchemaObject;
  readonly 'x-extension'?: true;
}

export interface MediaTypeObject {
  readonly schema: SchemaObject;
  readonly example?: unknown;
}

export interface RequestBodyObject {
  readonly required: boolean;
  readonly description?: string;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?:
    | Readonly<
        Record<
          string,
          ReferenceObject | { readonly description: string; readonly schema: SchemaObject }
        >
      >
    | undefined;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

const info = {
  version: packageVersion,
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
};
const servers = [{ url: '/', description: 'this gateway' }];
const token = { type: 'http', scheme: 'bearer', description: 'a token of a user: gh_…' };

const conventions = `

Every request needs a token: \`Authorization: Bearer gh_…\`. \`x-roles\` of an operation lists the roles that may call it; an operation, parameter or field with \`x-extension\` is not part of the published interface.

Errors are reported as \`{"detail": …}\` or by field, and as problem details (RFC 9457) to clients that accept \`application/problem+json\`. An unsupported method gets 405 with \`Allow\`; an unknown query parameter gets 400 with its name. A body may repeat the read-only fields of its resource, which are ignored.`;

/** Creates the OpenAPI document of an API from its endpoints. */
export function createOpenApiDocument({
  title,
  description,
  prefix,
  endpoints,
  tags,
  examples,
}: Api): OpenApiDocument {
  const shown = endpoints.filter(({ isHidden }) => !isHidden);
  const { schemas, refer } = nameSchemas(shown, examples);
  const csvPaths = new Set(
    shown.filter((endpoint) => endpoint.handleMany !== undefined).map(({ path }) => path),
  );
  const paths: Record<string, Partial<Record<Lowercase<Method>, OperationObject>>> = {};
  for (const endpoint of shown) {
    const path = prefix + endpoint.path.replace('{+', '{');
    const operation = createOperation(endpoint, {
      refer,
      examples,
      hasCsv: csvPaths.has(endpoint.path),
    });
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { title, description: description + conventions, ...info },
    servers,
    security: [{ token: [] }],
    tags: tagsOf(shown, tags),
    paths,
    components: {
      securitySchemes: { token },
      schemas: { ...schemas, ...errorSchemas },
      parameters: headerParameters,
      headers: responseHeaders,
      responses: responsesOf(paths),
    },
  };
}

function tagsOf(
  endpoints: readonly Endpoint[],
  descriptions: Api['tags'],
): OpenApiDocument['tags'] {
  const names = new Set(endpoints.map(tagName));
  return [...names].map((name) => ({ name, description: descriptions[name] ?? '' }));
}

/** Returns the error responses that operations refer to. */
function responsesOf(paths: OpenApiDocument['paths']): OpenApiDocument['components'][string] {
  const replies = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap(({ responses }) => Object.values(responses)),
  );
  const used = new Set(replies.map((reply) => ('$ref' in reply ? reply.$ref : '')));
  return Object.fromEntries(
    Object.entries(errorResponses).filter(([name]) => used.has(`#/components/responses/${name}`)),
  );
}
