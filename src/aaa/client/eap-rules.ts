import { Type, type Static } from 'typebox';
import { eapMethodList } from '../../contract/eap-method.ts';
import { text } from '../../contract/fields.ts';
import { parseJsonColumn } from '../../store/store.ts';

const eapRule = Type.Object(
  {
    ssid: Type.Optional(
      text({
        minLength: 1,
        maxLength: 32,
        examples: ['Aurora'],
        description: 'network that the rule is for; absent: any',
      }),
    ),
    methods: eapMethodList({
      minItems: 1,
      description: 'permitted methods, the one offered first before the others',
    }),
  },
  { additionalProperties: false },
);

/** The field of a client that limits the methods of EAP. */
export const eapRules = Type.Array(eapRule, {
  maxItems: 64,
  'x-extension': true,
  description:
    'methods of EAP that devices behind it may use, by network; the first rule that fits counts, and of its methods those in radius.eap.methods; empty: all of those',
});

export type EapRule = Static<typeof eapRule>;

/** Reads the stored rules of a client. */
export function readEapRules(stored: string): readonly EapRule[] {
  return parseJsonColumn<readonly EapRule[]>(stored);
}
