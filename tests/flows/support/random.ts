/** A seeded random source (mulberry32): the same seed gives the same world. */
export type Random = {
  /** Returns a number in [0, 1). */
  unit(): number
  /** Returns a whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  /** Returns true with the given probability. */
  chance(probability: number): boolean
  pick<T>(items: readonly [T, ...T[]]): T
  bytes(count: number): Uint8Array
  hex(bytes: number): `0x${string}`
}

/** Creates a source from a seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const bytes = (count: number) =>
    Uint8Array.from({ length: count }, () => Math.floor(unit() * 256))
  return {
    unit,
    integer: (min, max) => min + Math.floor(unit() * (max - min + 1)),
    chance: (probability) => unit() < probability,
    pick: (items) => items[Math.floor(unit() * items.length)] ?? items[0],
    bytes,
    hex: (count) => `0x${Buffer.from(bytes(count)).toString('hex')}`,
  }
}
