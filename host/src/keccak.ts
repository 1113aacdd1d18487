import type { Keccak } from '@secure-payment/core'
import { createKeccak } from 'hash-wasm'

const KECCAK_BITS = 256

const hasher = await createKeccak(KECCAK_BITS)

/**
 * keccak-256 in WebAssembly: the same bytes as core's own, many times faster; the host passes it to core for hashing.
 */
export const keccak256: Keccak = (bytes) => hasher.init().update(bytes).digest('binary')
