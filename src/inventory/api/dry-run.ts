import { Type } from 'typebox';

/** Query of writes that can be shown without being done. */
export const dryRunQuery = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'true: nothing is stored or sent; the reply has the commands',
        'x-extension': true,
      }),
    ),
  },
  { additionalProperties: false },
);

/** Field of a reply with `dry_run`. */
export const previewField = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description:
    'with `dry_run`: the commands that would be sent to the device, a password as ***; null: no command',
  'x-extension': true,
});
