/** Fields, filters and orders of a collection, taken from its OpenAPI document at build time. */
declare module 'schema:*' {
  import type { ResourceSchema } from './resource/resource-schema.ts';

  const schema: ResourceSchema;
  export default schema;
}

/** Version of the gateway that the console was built with. */
declare const builtVersion: string;
