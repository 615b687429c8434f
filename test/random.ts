/** Whole numbers below a bound, from 0 on. */
export type Random = (below: number) => number;

/** Mulberry32 by Tommy Ettinger, which is in the public domain: small, and good enough to bend packets and draw faults. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
