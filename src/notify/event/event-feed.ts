import type { Readable } from 'node:stream';
import type { Counter } from 'prom-client';
import { findRelatives, findTenant } from '../../organization/tree-query.ts';
import type { Caller } from '../../contract/caller.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import type { EventRequest, EventStreams, Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { Semaphore } from '../../runtime/limit/semaphore.ts';
import { CoalescedTask, runPeriodically } from '../../runtime/periodic-task.ts';
import { createEventMetrics } from './event-metrics.ts';
import { collectEvents } from './collector.ts';
import { describeEvents } from './event-details.ts';
import { EventReader, serializeEvent, type Scope, type SentEvent } from './event-reader.ts';
import {
  beginRecording,
  isReached,
  keepRecording,
  lingerMs,
  pageSize,
  readAfter,
  readState,
  stopRecording,
  trimmed,
} from './event-store.ts';
import { ReaderPlaces, type Place, type PlaceLimits } from './reader-places.ts';
import { formatPosition, isBefore, kindsOf, parsePosition, type Position } from './event.ts';

const intervalMs = 500;
/** Intervals of housekeeping tasks, in milliseconds. */
const dueMs = { check: 5000, beat: 15_000, keep: 60_000 };
const taskIntervalMs = 60_000;
const replaysAtATime = 2;

type Context = Pick<Gateway, 'store' | 'clock' | 'now' | 'trustedClock' | 'log' | 'metrics'> & {
  readonly config: {
    readonly http: PlaceLimits;
  };
};

/**
 * Sends committed events to the readers of `/events/`. Events are read once for all readers, and only while there are any;
 * each is described and serialized once.
 */
export class EventFeed implements EventStreams {
  readonly #gateway: Context;
  readonly #readers = new Set<EventReader>();
  readonly #places: ReaderPlaces;
  readonly #tick: CoalescedTask;
  readonly #start: CoalescedTask;
  readonly #replays = new Semaphore({ max: replaysAtATime });
  readonly #ended: Counter<'reason'>;
  readonly #sent: Counter;
  #position: Position = { xid: 0, id: 0 };
  #loop: { readonly ended: Promise<void>; readonly abort: AbortController } | null = null;
  #last = { check: 0, beat: 0, keep: 0 };
  #isStopped = false;

  constructor(gateway: Context) {
    this.#gateway = gateway;
    this.#places = new ReaderPlaces(gateway.config.http);
    this.#tick = new CoalescedTask(() => this.#run());
    this.#start = new CoalescedTask(() => this.#begin());
    const { ended, sent } = createEventMetrics(gateway, this.#readers);
    this.#ended = ended;
    this.#sent = sent;
  }

  /** Deletes old events, and ends the recording when no gateway has had readers for a while. */
  get task(): PeriodicTask {
    return {
      name: 'events',
      intervalMs: taskIntervalMs,
      initialDelayMs: taskIntervalMs,
      failureMessage: `events: cannot delete old ones; retrying every ${taskIntervalMs / 1000} s`,
      run: async () => {
        const { store } = this.#gateway;
        const now = this.#gateway.trustedClock.now().getTime();
        const state = await readState(store);
        if (state.is_recording === 0) return undefined;
        const isOver = this.#readers.size === 0 && state.wanted_until < now;
        const batch = isOver ? stopRecording(store, now) : await trimmed(store);
        if (batch) await store.write(batch);
        return undefined;
      },
    };
  }

  /**
   * Opens a stream.
   *
   * @throws Fault `overloaded` too many readers; `forbidden`, `invalid` the caller may not read the requested events;
   *   `unavailable` the store cannot be read, or the gateway stops
   */
  async open(request: EventRequest): Promise<Readable> {
    this.#checkRunning();
    const tenant = await findTenant(this.#gateway.store, request.caller.organization);
    const place = { key: request.credential.key, tenant };
    this.#places.take(place);
    try {
      const scope = await this.#scopeOf(request, request.caller);
      if (this.#loop === null) await this.#start.run();
      if (request.seconds === 0) await this.#tick.runAfresh();
      this.#checkRunning();
      return this.#add(this.#createReader(request, scope), place);
    } catch (error) {
      this.#leave(place);
      throw error;
    }
  }

  /** Ends all streams immediately. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const reader of this.#readers) reader.end('shutdown');
    this.#loop?.abort.abort();
    await this.#loop?.ended;
  }

  #checkRunning(): void {
    if (this.#isStopped) throw new Fault('unavailable', 'The gateway stops.');
  }

  #leave(place: Place): void {
    this.#places.leave(place);
    if (this.#places.size === 0) this.#loop?.abort.abort();
  }

  /** Returns the requested kinds and organizations that the caller may see. */
  async #scopeOf({ kinds, organization }: EventRequest, caller: Caller): Promise<Scope> {
    const readable = kindsOf[caller.role];
    const refused = kinds?.find((kind) => !readable.includes(kind));
    if (refused !== undefined || readable.length === 0)
      throw new Fault('forbidden', `The role ${caller.role} may not read these events.`);
    if (organization !== null && !caller.organizations.includes(organization))
      throw Fault.absent('organization', organization);
    const { organizations } =
      organization === null
        ? caller
        : { organizations: (await findRelatives(this.#gateway.store, organization)).below };
    return { kinds: new Set(kinds ?? readable), organizations: new Set(organizations) };
  }

  async #begin(): Promise<void> {
    await this.#record();
    const { clock, log } = this.#gateway;
    const started = clock.monotonicMs();
    this.#last = { check: started, beat: started, keep: started };
    const abort = new AbortController();
    const ended = runPeriodically(() => this.#tick.run(), {
      signal: abort.signal,
      intervalMs,
      initialDelayMs: intervalMs,
      clock,
      log,
      failureMessage: `events: cannot read them; retrying every ${intervalMs} ms`,
    });
    const loop = { abort, ended };
    this.#loop = loop;
    abort.signal.addEventListener('abort', () => {
      if (this.#loop === loop) this.#loop = null;
    });
  }

  /** Has events recorded, and begins after the latest one. */
  async #record(): Promise<void> {
    const { store, now, clock } = this.#gateway;
    const pause = () => clock.sleep(20);
    this.#position = await beginRecording(store, { now: now().getTime(), pause });
  }

  /** Starts over in a database that was restored to an older state: its next events are before the position, or not recorded. */
  async #checkPosition(): Promise<void> {
    const { store, log } = this.#gateway;
    if (await isReached(store, this.#position)) return;
    const former = formatPosition(this.#position);
    log.warn({ position: former }, 'events: the database is older than its events; starting over');
    await this.#record();
    for (const reader of this.#readers) {
      reader.reset(former);
      reader.begin(this.#position);
    }
  }

  #createReader(request: EventRequest, scope: Scope): EventReader {
    const { clock } = this.#gateway;
    return new EventReader(request, scope, {
      clock,
      onEnd: (reason) => {
        this.#ended.inc({ reason });
      },
    });
  }

  #add(reader: EventReader, place: Place): Readable {
    const { stream, request } = reader;
    const { lastEventId } = request;
    this.#readers.add(reader);
    stream.once('close', () => {
      this.#readers.delete(reader);
      this.#leave(place);
    });
    if (lastEventId === null) this.#goLive(reader);
    else void this.#resume(reader, lastEventId);
    return stream;
  }

  #goLive(reader: EventReader): void {
    reader.begin(this.#position);
    this.#continue(reader);
  }

  #continue(reader: EventReader): void {
    reader.isLive = true;
    if (reader.request.seconds === 0) reader.end('time');
  }

  /** Sends the events since then, or reports that they are no longer known. */
  async #resume(reader: EventReader, lastEventId: string): Promise<void> {
    try {
      const from = parsePosition(lastEventId);
      // Another gateway was ahead of this one.
      if (from !== null && isBefore(this.#position, from)) await this.#tick.runAfresh();
      if (from === null || isBefore(this.#position, from) || (await this.#isForgotten(from))) {
        reader.reset(lastEventId);
        this.#goLive(reader);
        return;
      }
      reader.begin(from);
      await this.#replay(reader, from);
    } catch (error) {
      this.#gateway.log.warn(
        { err: error },
        'events: cannot read older ones; the stream is closed',
      );
      reader.stream.destroy();
    }
  }

  /** True if events after a position have been deleted. */
  async #isForgotten(position: Position): Promise<boolean> {
    const { floor_xid: xid, floor_id: id } = await readState(this.#gateway.store);
    return isBefore(position, { xid, id });
  }

  /**
   * Sends events up to the position of the live readers, and joins them in the same tick that it finds no more events. A slow
   * reader does not delay other replays.
   */
  async #replay(reader: EventReader, from: Position): Promise<void> {
    let position = from;
    while (!reader.isEnded && isBefore(position, this.#position)) {
      const limit = this.#position;
      const after = position;
      const { events, last } = await this.#replays.run(() => this.#read(after, limit));
      if (await this.#isForgotten(after)) {
        reader.reset(formatPosition(after));
        this.#goLive(reader);
        return;
      }
      for (const event of events) if (reader.send(event)) this.#sent.inc();
      position = last ?? limit;
      await reader.drain();
    }
    this.#continue(reader);
  }

  /** Reads a page of events up to a position. @returns them, and the last position of a full page */
  async #read(after: Position, limit: Position | null) {
    const { store } = this.#gateway;
    const page = await readAfter(store, after);
    const rows = page.filter((row) => limit === null || !isBefore(limit, row));
    const events = (await describeEvents(store, rows)).map(serializeEvent);
    const last = rows.length === pageSize ? (rows.at(-1) ?? null) : null;
    return { events, last, latest: rows.at(-1) ?? after };
  }

  async #run(): Promise<void> {
    await collectEvents(this.#gateway.store, this.#gateway.now().getTime());
    for (;;) {
      const { events, last, latest } = await this.#read(this.#position, null);
      for (const reader of this.#readers) if (reader.isLive) this.#deliver(reader, events);
      this.#position = { xid: latest.xid, id: latest.id };
      if (last === null) break;
    }
    await this.#keepUp();
  }

  #deliver(reader: EventReader, events: readonly SentEvent[]): void {
    let sent = 0;
    for (const event of events) if (reader.send(event)) sent += 1;
    this.#sent.inc(sent);
  }

  /** Runs due housekeeping: heartbeats, checks of store and tokens, and the mark that there are readers. */
  async #keepUp(): Promise<void> {
    const { clock, store, now } = this.#gateway;
    const at = clock.monotonicMs();
    for (const reader of this.#readers)
      if (reader.isLive && reader.endsAt <= at) reader.end('time');
    if (this.#takeDue('beat', at))
      for (const reader of this.#readers) if (reader.isLive) reader.beat(this.#position);
    if (this.#takeDue('check', at)) {
      await this.#checkPosition();
      await this.#checkCredentials();
    }
    if (this.#takeDue('keep', at))
      await store.write([keepRecording(store, now().getTime() + lingerMs)]);
  }

  /** True if it is due; the next time is counted from now. */
  #takeDue(what: keyof typeof dueMs, at: number): boolean {
    if (at - this.#last[what] < dueMs[what]) return false;
    this.#last[what] = at;
    return true;
  }

  async #checkCredentials(): Promise<void> {
    const callers = new Map<string, Promise<Caller>>();
    for (const reader of this.#readers) {
      const { credential } = reader.request;
      const checked = callers.get(credential.key) ?? credential.check();
      callers.set(credential.key, checked);
      try {
        reader.scope = await this.#scopeOf(reader.request, await checked);
      } catch (error) {
        const kind = asFault(error)?.kind;
        // If the store cannot be read, the token is neither valid nor invalid.
        if (kind === 'unauthenticated') reader.end('unauthenticated');
        else if (kind === 'forbidden' || kind === 'invalid') reader.end('forbidden');
      }
    }
  }
}
