import { randomBytes, randomUUID } from 'node:crypto';
import { user as users } from '../../aaa/account/user.ts';
import { administratorGuard } from '../../aaa/account/last-administrator.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { buildUpdate } from '../../store/query/resource-query.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import type { PrivacyKind } from './privacy-job.ts';

/** The user that a job concerns, and the user who requests it. */
export interface PrivacyRequest {
  readonly kind: PrivacyKind;
  readonly user: number;
  readonly organization: number;
  readonly requestedBy: number;
}

/**
 * Schedules an erasure or an export. The user of an erasure is inactive from now on, which ends its sessions.
 *
 * @returns the id of the job
 * @throws  Fault `conflict` if a job is running, or the user is the last administrator or the user of a page's terms
 */
export async function requestPrivacyJob(
  gateway: Gateway,
  request: PrivacyRequest,
): Promise<string> {
  const { store, now } = gateway;
  const { kind, user, organization, requestedBy } = request;
  const id = randomUUID();
  const at = now().getTime();
  const job = store.db.insertInto('privacy_job').values({
    id,
    organization,
    kind,
    user,
    requested_by: requestedBy,
    status: 'scheduled',
    pseudonym: kind === 'erase' ? `erased-${randomBytes(6).toString('hex')}` : null,
    report: '[]',
    created_at: at,
    next_at: at,
  });
  if (kind === 'erase') await refuseUserOfTerms(gateway, user);
  const guarded = await administratorGuard(store, user, now());
  const write: typeof guarded = kind === 'erase' ? guarded : (batch) => store.write(batch);
  const more = kind === 'erase' ? eraseAtOnce(gateway, request) : [];
  await write([compileStatement(job), ...more]).catch((error: unknown) => {
    // The index of jobs that have not ended is the only unique one.
    const isRunning = asFault(error)?.kind === 'conflict' && asFault(error)?.fields !== undefined;
    throw isRunning ? new Fault('conflict', `An ${kind} of user ${user} is running.`) : error;
  });
  await gateway.changes.publish('privacy_job');
  return id;
}

/** Returns the statements that log the user out and delete its earlier exports. */
function eraseAtOnce({ store, now }: Gateway, { user, organization }: PrivacyRequest): Statement[] {
  const selection = {
    scope: [organization],
    where: [{ column: 'id', operator: '=' as const, value: user }],
  };
  const stamp = { column: 'last_change', now: now().getTime() };
  const exports = store.db.selectFrom('privacy_job').select('id').where('user', '=', user);
  return [
    buildUpdate(store, users, { ...selection, row: { is_active: 0 }, stamp }),
    compileStatement(store.db.deleteFrom('privacy_export').where('job', 'in', exports)),
  ];
}

async function refuseUserOfTerms({ store }: Gateway, user: number): Promise<void> {
  const page = await store.db
    .selectFrom('portal_page')
    .select('id')
    .where('terms_user', '=', user)
    .executeTakeFirst();
  if (page)
    throw new Fault('conflict', `User ${user} is the terms_user of portal page ${page.id}.`);
}
