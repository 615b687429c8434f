import { Type } from 'typebox';
import { deskReaders } from '../../contract/caller.ts';
import { id, name, text } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { readDeskChoice } from '../account/front-desk-profiles.ts';

const choice = Type.Object({ id: id(), name: name(), description: text() });

/** What a front desk may give to a user or voucher, by name. */
export const frontDeskChoiceEndpoint: Endpoint = endpoint({
  method: 'GET',
  path: '/front_desk_choice/',
  summary: 'Get the profiles and locations that a front desk may give',
  roles: deskReaders,
  isExtension: true,
  reply: Type.Object({
    profiles: Type.Array(choice),
    locations: Type.Array(choice),
    requires_profile: Type.Boolean({
      description: 'true: every user and voucher of the front desk has a profile',
    }),
  }),
  handle: ({ gateway, caller }) => readDeskChoice(gateway.store, caller),
});
