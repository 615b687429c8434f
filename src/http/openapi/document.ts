import type { Endpoint, Method, Role } from '../endpoint.ts';
import { errorResponses, errorSchemas } from './error-responses.ts';
import type { Examples } from './example.ts';
import { createOperation, tagName, responseHeaders, headerParameters } from './operation.ts';
import { nameSchemas, type SchemaObject } from './schemas.ts';

/** One of the two APIs: a table of rows under a prefix, and what its document says beside them. */
export interface Api {
  readonly title: string;
  readonly description: string;
  readonly prefix: string;
  readonly endpoints: readonly Endpoint[];
  /** First word of a path -> what is found there, in a line. */
  readonly tags: Readonly<Record<string, string>>;
  readonly examples: Examples;
}

/* As much of OpenAPI 3.1 as is written here. */

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

const info = { version: '1', license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' } };
const servers = [{ url: '/', description: 'the gateway that gave this document' }];
const token = { type: 'http', scheme: 'bearer', description: 'a token of a user: gh_…' };

const conventions = `

Every request carries a token: \`Authorization: Bearer gh_…\`. \`x-roles\` of an operation says whose tokens may call it; one with \`x-extension\` is no part of the published interface.

What went wrong is told as \`{"detail": …}\` or by field, and as problem details (RFC 9457) to whoever accepts \`application/problem+json\`. A method that a path does not have is answered with 405 and \`Allow\`, and a query parameter that is not listed is refused by name.`;

/** The OpenAPI document of an API, made of its rows anew at each call. */
export function createOpenApiDocument({
  title,
  description,
  prefix,
  endpoints,
  tags,
  examples,
}: Api): OpenApiDocument {
  const shown = endpoints.filter(({ hidden }) => !hidden);
  const { schemas, refer } = nameSchemas(shown, examples);
  const csvPaths = new Set(shown.filter(({ bulk }) => bulk).map(({ path }) => path));
  const paths: Record<string, Partial<Record<Lowercase<Method>, OperationObject>>> = {};
  for (const row of shown) {
    const path = prefix + row.path.replace('{+', '{');
    const operation = createOperation(row, { refer, examples, hasCsv: csvPaths.has(row.path) });
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { title, description: description + conventions, ...info },
    servers,
    security: [{ token: [] }],
    tags: tagsOf(shown, tags),
    paths,
    components: {
      ...{ securitySchemes: { token }, schemas: { ...schemas, ...errorSchemas } },
      ...{ parameters: headerParameters, headers: responseHeaders, responses: responsesOf(paths) },
    },
  };
}

function tagsOf(rows: readonly Endpoint[], words: Api['tags']): OpenApiDocument['tags'] {
  const names = new Set(rows.map(tagName));
  return [...names].map((name) => ({ name, description: words[name] ?? '' }));
}

/** The error replies that operations refer to. */
function responsesOf(paths: OpenApiDocument['paths']): OpenApiDocument['components'][string] {
  const replies = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap(({ responses }) => Object.values(responses)),
  );
  const used = new Set(replies.map((reply) => ('$ref' in reply ? reply.$ref : '')));
  return Object.fromEntries(
    Object.entries(errorResponses).filter(([name]) => used.has(`#/components/responses/${name}`)),
  );
}
