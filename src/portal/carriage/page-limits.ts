import { joinLimits, readSoldLimits, readSoldLimitsOfUser } from '../../aaa/policy/sold-limits.ts';
import type { SoldLimits } from '../../gateway/limit-warnings.ts';
import { parseJsonColumn, type Store } from '../../store/store.ts';
import type { LoginOptions } from '../page/login-options.ts';

/** Returns what a page limits by itself: the profile of its guests, that of its terms user, and the time before a code. */
export async function readPageLimits(store: Store, page: number): Promise<SoldLimits> {
  const row = await store.db
    .selectFrom('portal_page')
    .select(['guest_profile', 'terms_user', 'login_options'])
    .where('id', '=', page)
    .executeTakeFirst();
  const { guest_profile: profile = null, terms_user: user = null } = row ?? {};
  const options = parseJsonColumn<LoginOptions>(row?.login_options ?? '{}');
  const time = (options.email?.grace_minutes ?? 0) > 0;
  const granted = await readSoldLimits(store, profile === null ? [] : [profile]);
  const limits = joinLimits({ time, volume: false, attributes: [] }, granted);
  return user === null ? limits : joinLimits(limits, await readSoldLimitsOfUser(store, user));
}
