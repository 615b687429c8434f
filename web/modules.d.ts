/** Fields, filters and orders of a collection, taken from its OpenAPI document at build time. */
declare module 'schema:*' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- an ambient module cannot import a relative path
  const schema: import('./resource/resource-schema.ts').ResourceSchema;
  export default schema;
}

/** Version of the gateway that the console was built with. */
declare const builtVersion: string;
