import { computeGrant, listConditions } from '../../aaa/policy/authorization/authorization.ts';
import { findFallback } from '../../aaa/policy/fallback.ts';
import { readReplyPlace, unlimited, type Grant } from '../../aaa/policy/login-decision.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { DecisionEntry } from '../core/decision-row.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import { readNasPlace } from './access-request.ts';

/** A decision over a device without a user. */
export interface DeviceLogin {
  readonly decision: Omit<DecisionEntry, 'upstream' | 'maskedItems'>;
  /** Null: it is refused. */
  readonly grant: Grant | null;
}

/**
 * Decides over a device that logs in with its address and that no user has: the fallback of its place says what it gets.
 *
 * @returns null: there is no fallback
 * @throws Fault if the store cannot be read
 */
export async function decideUnknownDevice(
  { store }: Pick<Gateway, 'store'>,
  request: RadiusRequest,
): Promise<DeviceLogin | null> {
  const { client, receivedAt: at } = request;
  const { organization } = client;
  const nas = readNasPlace(request);
  const found = await findFallback(store, { organization, client: client.id, ssid: nas.ssid });
  if (!found) return null;
  const { profile, profiles, checkLists } = found;
  const needsUser = checkLists.some(({ length }) => length > 0);
  const site = { location: null, organization };
  const place = await readReplyPlace(store, found, { nas: () => nas, at, place: site });
  return {
    decision: {
      method: 'MAC',
      isAccepted: !needsUser,
      reason: needsUser
        ? `unknown user; profile ${profile.name} of the fallback has check items, which need a user`
        : 'accepted: a device without a user gets the profile of the fallback',
      user: { id: null, profile, profiles },
      checks: [],
      limits: [],
      conditions: needsUser ? [] : listConditions(found, { place }),
    },
    grant: needsUser ? null : { attributes: computeGrant(found, { place }), admission: unlimited },
  };
}
