import { Type } from 'typebox';

/** Returns the query of an endpoint whose reply can wait for the end of its work. */
export const waitQueryFor = (end: string) =>
  Type.Object(
    {
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 30,
          default: 0,
          'x-extension': true,
          description: `seconds to wait for ${end}`,
        }),
      ),
    },
    { additionalProperties: false },
  );
