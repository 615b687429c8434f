import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { formats } from '../../../src/contract/fields.ts';
import type { GatewayProcess } from '../../gateway-process.ts';

export const apis = ['control', 'gate'] as const;
export type ApiName = (typeof apis)[number];

/** As much of an OpenAPI document as the tests look at. */
export interface Document {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, unknown>> }>
  >;
  readonly 'x-roles': readonly string[];
  readonly 'x-extension'?: true;
}

export async function documentOf(gateway: GatewayProcess, api: ApiName): Promise<Document> {
  const response = await fetch(`http://127.0.0.1:${gateway.httpPort}/${api}/api/v1/openapi.json`);
  return (await response.json()) as Document;
}

/** Checks values against the schemas of a document, by where a schema stands in it. */
export class DocumentSchemas {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, formats });

  constructor(document: Document) {
    this.#ajv.addSchema(document, 'document');
  }

  /** @returns what is wrong with the value, nothing where it is as the schema says */
  faults(pointer: string, value: unknown): string[] {
    const check = this.#ajv.getSchema(
      `document#${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}`,
    );
    if (!check) return [`no schema at ${pointer}`];
    return check(value) === true
      ? []
      : (check.errors ?? []).map((error) => inWords(pointer, error));
  }
}

function inWords(pointer: string, { instancePath, message, params }: ErrorObject): string {
  return `${pointer}: ${instancePath} ${message ?? ''} ${JSON.stringify(params)}`;
}

/** @see RFC 6901 */
export function pointerTo(...words: readonly string[]): string {
  return words.map((word) => `/${word.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
