import { test } from 'tap';
import { Type } from 'typebox';
import { createValidator } from '../../src/http/request-validation.ts';

const schema = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, default: 20 })),
    name: Type.Optional(Type.String({ maxLength: 3 })),
  },
  { additionalProperties: false },
);

test('a query is checked by the parameters that it has', (t) => {
  // Cannot be compiled.
  const unused = Type.Optional(Type.String({ pattern: '(' }));
  const validate = createValidator(
    Type.Object({ ...schema.properties, unused }, { additionalProperties: false }),
    'query',
  );
  t.same(validate({ name: 'abc' }), { name: 'abc', limit: 20 });
  t.same(validate({ limit: '5' }), { limit: 5 });
  t.throws(() => validate({ unused: 'x' }), SyntaxError);
  t.end();
});

test('the faults of a query are those of all its parameters', (t) => {
  const validate = createValidator(schema, 'query');
  const fieldsOf = (query: object) => {
    try {
      return validate(query);
    } catch (error) {
      return error;
    }
  };
  t.match(fieldsOf({ limit: '0', name: 'abcd' }), {
    kind: 'invalid',
    fields: { limit: [/>= 1/], name: [/3 characters/] },
  });
  t.match(fieldsOf({ nam: 'x' }), { fields: { nam: ['Unknown field. Known: limit, name.'] } });
  t.match(fieldsOf({ name: ['a', 'b'] }), { fields: { name: [/string/] } });
  t.match(fieldsOf({ constructor: 'x' }), { fields: { constructor: [/Unknown field/] } });
  t.end();
});
