import { Type } from 'typebox';
import { Fault } from '../contract/errors.ts';
import { nullable } from '../contract/fields.ts';

/** The texts that a Reply-Message of an Access-Reject may have. */
export const rejectMessages = ['none', 'reason', 'text'] as const;
export type RejectMessage = (typeof rejectMessages)[number];

/** The fields of an Access-Reject. @param inherited  the value of null */
export const rejectFields = (inherited: string) => ({
  reject_message: nullable(
    Type.Enum([...rejectMessages], {
      'x-extension': true,
      description: `Reply-Message of an Access-Reject after a right credential: none; the reason (expired, used up, not now, too many devices) in the language of the user; or reject_text. Null: ${inherited}`,
    }),
  ),
  reject_text: nullable(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      'x-extension': true,
      description: 'the text, if reject_message is `text`',
    }),
  ),
});

/** @throws Fault `invalid` if the text is chosen and missing. @param fields  after a change */
export function validateRejectFields(fields: {
  readonly reject_message?: unknown;
  readonly reject_text?: unknown;
}): void {
  if (fields.reject_message === 'text' && typeof fields.reject_text !== 'string')
    throw Fault.field('reject_text', 'Needed where reject_message is `text`.');
}
