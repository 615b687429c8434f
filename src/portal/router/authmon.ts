import {
  findWaitingSessions,
  markFetched,
  type WaitingSession,
} from '../../aaa/session/controlled-session.ts';
import type { Secret } from '../../contract/secret.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { findPortalControllerById } from '../controller/controller-store.ts';
import { deserializeDevice } from '../controller/controller-device.ts';
import { answerOf } from '../dialect/opennds.ts';
import { recordDeauthentication } from './deauthentication.ts';

/*
 * openNDS at level 3 runs authmon, which fetches the devices to let in every few seconds, and reports those that it has cut off.
 * Nobody proves who asks: an answer has only what lets a device in that its router knows, and a report must know its token.
 */

/** A request of authmon, or of the binauth script. */
type AuthmonForm = Readonly<Record<string, string>>;

/** authmon reads 1024 characters, and lets in four devices at a time. */
const maxListed = 4;
const maxPayload = 16_384;
const hashPattern = /^[0-9a-f]{64}$/;

/**
 * Answers authmon.
 *
 * @param form  of a POST to the page
 * @returns     null: the form of a guest
 */
export async function answerAuthmon(gateway: Gateway, form: AuthmonForm): Promise<string | null> {
  const { auth_get: action, payload = '', report } = form;
  if (action === undefined) return null;
  const text = Buffer.from(payload.slice(0, maxPayload), 'base64').toString();
  if (action === 'list' || action === 'view') return answerPoll(gateway, form, text);
  // Of a router that has begun anew: it knows none of the devices, and does not confirm them.
  if (action === 'clear') return '';
  if (action === 'deauthed') await recordDeauthentication(gateway, report ?? text);
  return 'ack';
}

async function answerPoll(
  gateway: Gateway,
  { auth_get: action, gatewayhash = '' }: AuthmonForm,
  text: string,
): Promise<string> {
  if (!hashPattern.test(gatewayhash)) return '*';
  const waiting = await readWaiting(gateway, gatewayhash);
  if (action === 'view' && text !== 'none') return confirm(gateway, waiting, text);
  gateway.portal.routers.set(gatewayhash, true);
  return ['*', ...waiting.slice(0, maxListed).map(lineOf)].join(' ');
}

interface Waiting {
  readonly session: string;
  /** What openNDS calls `rhid`. */
  readonly answer: string;
  readonly limits: string;
}

/** A line is read up to the next space. */
function lineOf({ answer, limits }: Waiting): string {
  return encodeURIComponent(`${answer} ${limits}`);
}

async function readWaiting(gateway: Gateway, router: string): Promise<readonly Waiting[]> {
  const found = await findWaitingSessions(gateway.store, { router, now: gateway.now() });
  const secrets = new Map<number, Secret | null>();
  const waiting: Waiting[] = [];
  for (const session of found) {
    const { controller } = session;
    if (!secrets.has(controller)) secrets.set(controller, await secretOf(gateway, controller));
    waiting.push(...waitingOf(session, secrets.get(controller) ?? null));
  }
  return waiting;
}

async function secretOf(gateway: Gateway, controller: number): Promise<Secret | null> {
  return (await findPortalControllerById(gateway, controller))?.secret ?? null;
}

function waitingOf(session: WaitingSession, secret: Secret | null): readonly Waiting[] {
  const { hid, limits } = deserializeDevice(session.mac, session.controller_device).parameters;
  if (!secret || hid === undefined || limits === undefined) return [];
  return [{ session: session.id, answer: answerOf(hid, secret), limits }];
}

/** @param confirmed  the answers of the devices that the router has let in, after a star */
async function confirm(
  { store }: Gateway,
  waiting: readonly Waiting[],
  confirmed: string,
): Promise<string> {
  const answers = new Set(confirmed.split(/\s+/));
  const fetched = waiting.filter(({ answer }) => answers.has(answer));
  if (fetched.length > 0)
    await store.write(fetched.map(({ session }) => markFetched(store, session)));
  return 'ack';
}
