import { createConfig, lintFromString, type RawUniversalConfig } from '@redocly/openapi-core';
import tap, { test } from 'tap';
import { GatewayProcess } from '../../gateway-process.ts';
import {
  apis,
  documentOf,
  DocumentSchemas,
  pointerTo,
  type Document,
  type Operation,
} from './document.ts';

/* The OpenAPI documents as a gateway gives them: by the rules of a public linter, with examples that fit, and complete. */

const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(() => gateway.remove());

const documents = {
  control: await documentOf(gateway, 'control'),
  gate: await documentOf(gateway, 'gate'),
};

const ruleset: RawUniversalConfig = {
  extends: ['recommended'],
  rules: {
    // Every path of the published interface ends with a slash.
    'no-path-trailing-slash': 'off',
  },
};

/** The id of a user is a number, so that `user/username/erase/` is the user with that name. */
const clear = /^no-ambiguous-paths: .* `\/gate\/api\/v1\/user\/\{id\}\/(?:erase|export)\/`/;

/** @returns errors and warnings: rule, what, where */
async function lint(document: Document): Promise<string[]> {
  const config = await createConfig(ruleset);
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  });
  return problems
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)
    .filter((problem) => !clear.test(problem));
}

/** Examples stand beside the schema of a media type, or in `examples` of a schema. */
function examplesIn(
  part: unknown,
  at: readonly string[] = [],
): { pointer: string; value: unknown }[] {
  if (typeof part !== 'object' || part === null) return [];
  const { schema, example, examples } = part as Readonly<Record<string, unknown>>;
  const ofMedia =
    schema !== undefined && example !== undefined
      ? [{ pointer: pointerTo(...at, 'schema'), value: example }]
      : [];
  const ofSchema = Array.isArray(examples)
    ? examples.map((value: unknown) => ({ pointer: pointerTo(...at), value }))
    : [];
  const inside = Object.entries(part).filter(([name]) => name !== 'example' && name !== 'examples');
  return [
    ...ofMedia,
    ...ofSchema,
    ...inside.flatMap(([name, value]) => examplesIn(value, [...at, name])),
  ];
}

function wrongExamples(document: Document): string[] {
  const schemas = new DocumentSchemas(document);
  return examplesIn(document).flatMap(({ pointer, value }) => schemas.faults(pointer, value));
}

function operationsOf(document: Document): (Operation & { readonly method: string })[] {
  return Object.values(document.paths).flatMap((path) =>
    Object.entries(path).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
    })),
  );
}

/** A copy with one thing changed in the operation that lists devices. */
function broken(
  document: Document,
  change: (operation: Record<string, unknown>) => void,
): Document {
  const copy = structuredClone(document);
  change(
    copy.paths['/control/api/v1/inventory_device/']?.['get'] as unknown as Record<string, unknown>,
  );
  return copy;
}

for (const api of apis) {
  const document = documents[api];
  const operations = operationsOf(document);

  test(`${api}: the linter accepts the document`, async (t) => {
    t.same(await lint(document), []);
  });

  test(`${api}: every example is as its schema says`, (t) => {
    t.ok(examplesIn(document).length > 60, `${examplesIn(document).length} examples`);
    t.same(wrongExamples(document), []);
    t.end();
  });

  test(`${api}: every operation has a name of its own, words, callers and errors, and every body an example`, (t) => {
    const documented = new Set(
      document.tags.filter(({ description }) => description !== '').map(({ name }) => name),
    );
    t.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
    for (const {
      operationId,
      summary,
      tags,
      requestBody,
      responses,
      method,
      ...extra
    } of operations) {
      t.match(operationId, /^[a-z]+(_[a-z]+)*_(list|retrieve|create|replace|update|destroy)$/);
      t.ok(
        summary.length > 5 && tags.length === 1 && documented.has(tags[0] ?? ''),
        `${operationId}: ${tags.join()}`,
      );
      t.ok(extra['x-roles'].length > 0, operationId);
      t.ok(
        ['401', '403', '503'].every((status) => status in responses),
        operationId,
      );
      t.equal(requestBody !== undefined, ['POST', 'PUT', 'PATCH'].includes(method), operationId);
      if (requestBody) t.ok(requestBody.content['application/json']?.example, operationId);
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
      t.equal(success?.[1].content === undefined, method === 'DELETE', operationId);
    }
    t.end();
  });

  test(`${api}: each error has a plain body and problem details`, (t) => {
    const { responses = {} } = document.components;
    t.equal(Object.keys(responses).length, api === 'gate' ? 10 : 9);
    for (const [name, response] of Object.entries(responses)) {
      const { content } = response as { content: object };
      t.same(Object.keys(content), ['application/json', 'application/problem+json'], name);
    }
    t.end();
  });
}

test('the document of device control has the published endpoints and, marked as such, our own', (t) => {
  const ours = operationsOf(documents.control).filter((operation) => operation['x-extension']);
  t.ok(ours.some(({ operationId }) => operationId === 'inventory_transaction_list'));
  t.notOk(ours.some(({ operationId }) => operationId === 'inventory_device_list'));
  t.end();
});

test('the statuses of a verdict are documented with its body', (t) => {
  const { paths } = documents.control;
  const { responses = {} } = paths['/control/api/v1/dnsfilter_hostcheck/']?.['get'] ?? {};
  t.same(Object.keys(responses), ['200', '400', '401', '403', '404', '503']);
  t.match(JSON.stringify(responses['403']), '#/components/schemas/dnsfilter_hostcheck');
  t.end();
});

for (const [wrong, change, rule] of [
  ['has no operationId', (operation) => delete operation['operationId'], 'operation-operationId'],
  [
    'has the name of another',
    (operation) => (operation['operationId'] = 'inventory_type_list'),
    'operation-operationId-unique',
  ],
  ['has no summary', (operation) => delete operation['summary'], 'operation-summary'],
  [
    'refers to nothing',
    (operation) => (operation['parameters'] = [{ $ref: '#/components/none' }]),
    'no-unresolved-refs',
  ],
  [
    'has no errors',
    (operation) => (operation['responses'] = { 200: { description: 'OK' } }),
    'operation-4xx-response',
  ],
] as const satisfies readonly (readonly [
  string,
  (operation: Record<string, unknown>) => unknown,
  string,
])[]) {
  test(`an operation that ${wrong} does not pass`, async (t) => {
    const problems = await lint(broken(documents.control, change));
    t.ok(
      problems.some((problem) => problem.startsWith(`${rule}:`)),
      problems.join('\n'),
    );
  });
}

test('an example that its schema forbids does not pass', (t) => {
  const document = broken(documents.control, (operation) => {
    operation['requestBody'] = {
      content: { 'application/json': { schema: { type: 'integer' }, example: 'one' } },
    };
  });
  t.match(wrongExamples(document), [/must be integer/]);
  t.end();
});
