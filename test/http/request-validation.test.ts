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

test('the faults of a query cover all its parameters', (t) => {
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
    fields: { limit: [/at least 1/], name: [/3 characters/] },
  });
  t.match(fieldsOf({ nam: 'x' }), {
    fields: { nam: ['Unknown field. Did you mean name? Known: limit, name.'] },
  });
  t.match(fieldsOf({ name: ['a', 'b'] }), { fields: { name: [/string/] } });
  t.match(fieldsOf({ constructor: 'x' }), { fields: { constructor: [/Unknown field/] } });
  t.end();
});

test('an unknown field names the fields of the object that has it', (t) => {
  const closed = { additionalProperties: false };
  const settings = Type.Array(Type.Object({ name: Type.Optional(Type.String()) }, closed));
  const service = Type.Object({ port: Type.Optional(Type.Integer()) }, closed);
  const labels = Type.Record(Type.String({ pattern: '^[a-z]$' }), Type.String(), closed);
  const validate = createValidator(Type.Object({ settings, service, labels }, closed), 'body');
  const body = { settings: [{ nam: 'x' }], service: { prt: 1 }, labels: { A: 'x' }, top: 1 };
  const faultOf = () => {
    try {
      return validate(body);
    } catch (error) {
      return error;
    }
  };
  t.match(faultOf(), {
    fields: {
      'settings.0.nam': ['Unknown field. Did you mean name? Known: name.'],
      'service.prt': ['Unknown field. Did you mean port? Known: port.'],
      'labels.A': ['Unknown field.'],
      top: ['Unknown field. Known: settings, service, labels.'],
    },
  });
  t.end();
});
