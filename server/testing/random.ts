export type Random = () => number;

/** A repeatable generator of numbers from 0 to 1, so that a failure can be repeated. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
