import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 16_384

/**
 * Creates a source of cryptographically secure random bytes, which one system call fetches for hundreds of ids. Bytes are never returned
 * twice, and each caller owns its array.
 */
export function createRandomPool(): (bytes: number) => Uint8Array {
  const pool = new Uint8Array(POOL_BYTES)
  let used = POOL_BYTES
  return (bytes) => {
    if (bytes > POOL_BYTES) return randomFillSync(new Uint8Array(bytes))
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    const taken = pool.slice(used, used + bytes)
    pool.fill(0, used, used + bytes)
    used += bytes
    return taken
  }
}
