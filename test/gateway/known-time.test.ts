import { test } from 'tap';
import {
  dayMs,
  judgeClock,
  knownAtStart,
  knownFromStore,
  type KnownTime,
} from '../../src/gateway/known-time.ts';

/* Readings of the clock, in days after the first one. */

const begin = Date.UTC(2026, 5, 1);
const days = (at: number) => Math.round(((at - begin) / dayMs) * 1000) / 1000;

/** A gateway that reads its clocks: `clock` is what the clock shows after `elapsed` days of operation. */
class Scene {
  known: KnownTime;

  constructor(acceptedAt: number, clock: number) {
    this.known = knownAtStart(acceptedAt, { now: begin + clock * dayMs, monotonicMs: 0 });
  }

  read(elapsed: number, clock: number) {
    const reading = { now: begin + clock * dayMs, monotonicMs: elapsed * dayMs };
    const { state, trustedAt, known } = judgeClock(this.known, reading);
    this.known = known;
    return [state, days(trustedAt)];
  }
}

test('a clock that runs is trusted, however long the gateway does not look', (t) => {
  const scene = new Scene(begin, 0);
  t.same(scene.read(0, 0), ['trusted', 0]);
  t.same(scene.read(40, 40), ['trusted', 40]);
  t.end();
});

test('a clock that jumps by more than a day is not, and the trusted time continues', (t) => {
  const scene = new Scene(begin, 0);
  t.same(scene.read(1, 801), ['ahead', 1]);
  t.same(scene.read(3, 803), ['ahead', 3]);
  t.same(scene.read(4, 4), ['trusted', 4], 'it was set back');
  t.same(scene.read(5, 12), ['ahead', 5], 'a week is a jump, too, while the gateway runs');
  t.end();
});

test('jumps of less than a day are allowed up to a day for each day of operation', (t) => {
  const scene = new Scene(begin, 0);
  t.same(scene.read(0, 0.9), ['trusted', 0.9]);
  t.same(scene.read(0.001, 1.8), ['ahead', 0.901], 'the second one in a minute');
  t.same(scene.read(1, 1.9), ['trusted', 1.9], 'the clock is right again');
  t.same(scene.read(1.001, 2.8), ['trusted', 2.8]);
  t.end();
});

test('gateways that were stopped for a week catch up at twice the pace', (t) => {
  const scene = new Scene(begin, 6);
  t.same(scene.read(0, 6), ['catching_up', 0]);
  t.same(scene.read(1, 7), ['catching_up', 2]);
  t.same(scene.read(4, 10), ['catching_up', 8]);
  t.same(scene.read(5, 11), ['catching_up', 10]);
  t.same(scene.read(6, 12), ['trusted', 12], 'no more than a day was left');
  const jumping = new Scene(begin, 6);
  t.same(jumping.read(1, 30), ['ahead', 1], 'a jump in addition');
  t.end();
});

test('gateways that were stopped for a month wait, and those for a night do not', (t) => {
  const scene = new Scene(begin, 30);
  t.same(scene.read(0, 30), ['ahead', 0]);
  t.same(scene.read(20, 50), ['ahead', 20]);
  t.same(new Scene(begin, 0.5).read(0, 0.5), ['trusted', 0.5]);
  t.end();
});

test('a time from the store is accepted, ahead or back', (t) => {
  const scene = new Scene(begin, 30);
  const accept = (elapsed: number, clock: number) => {
    const reading = { now: 0, monotonicMs: elapsed * dayMs };
    scene.known = knownFromStore(scene.known, begin + clock * dayMs, reading);
  };
  accept(1, 31);
  t.same(scene.read(1, 31), ['trusted', 31]);
  t.same(scene.read(1, 0), ['behind', 0]);
  accept(1, 0);
  t.same(scene.read(1, 0), ['trusted', 0]);
  t.same(scene.read(2, 31), ['ahead', 1]);
  t.end();
});

test('a clock that is behind moves nothing, and is trusted when it is set', (t) => {
  const scene = new Scene(begin, -9000);
  t.same(scene.read(0, -9000), ['behind', -9000]);
  t.same(scene.read(0.5, 0.6), ['trusted', 0.6]);
  const fresh = new Scene(0, -9000);
  t.same(fresh.read(0, -9000), ['behind', -9000], 'no machine runs this before it was made');
  t.same(fresh.read(0.5, 0.5), ['trusted', 0.5], 'the first time of a new store');
  t.end();
});
