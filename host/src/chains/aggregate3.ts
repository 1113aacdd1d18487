import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { RpcCall } from './openRpcTransport.ts'
import { MalformedAnswerError, parseBytes } from './wire.ts'

/** A read from a contract; `data` is the calldata. */
export type ContractRead = { to: string; data: Hex }

/** `aggregate3((address target, bool allowFailure, bytes callData)[])` */
const AGGREGATE3 = '82ad56cb'

/** Combines several reads, each of which may fail separately, into one call to Multicall3; `block` is a quantity or a tag. */
export function aggregate3Call(
  multicall: string,
  reads: readonly ContractRead[],
  block: Hex | 'latest',
): RpcCall {
  return ethCall({ to: multicall, data: encodeAggregate3(reads) }, block)
}

/** Returns a single read; `block` is a quantity or a tag. */
export function ethCall({ to, data }: ContractRead, block: Hex | 'latest'): RpcCall {
  return { method: 'eth_call', params: [{ to, data }, block] }
}

/** Returns Multicall3's address on a network, which may have no code; undefined if none is known. */
export function multicallOf(network: Pick<Network, 'contracts'>): string | undefined {
  return network.contracts.Multicall3?.address
}

/**
 * Reads the response to {@link aggregate3Call}: the return value of each read, `null` for one that failed. Null instead of a list if the
 * address has no code, because a call to such an address succeeds with empty data.
 *
 * @throws MalformedAnswerError if the response does not contain `count` results
 */
export function readAggregate3(answer: unknown, count: number): readonly (Hex | null)[] | null {
  const data = parseBytes(answer, null, 'aggregate3')
  if (data === '0x') return null
  const bytes = data.slice(2)
  const start = wordAt(bytes, 0) + 32
  if (wordAt(bytes, start - 32) !== count) {
    throw new MalformedAnswerError('aggregate3 returned the wrong number of results')
  }
  return Array.from({ length: count }, (_, index): Hex | null => {
    const tuple = start + wordAt(bytes, start + index * 32)
    const hasSucceeded = wordAt(bytes, tuple) === 1
    const returned = tuple + wordAt(bytes, tuple + 32)
    const size = wordAt(bytes, returned)
    const text = bytes.slice((returned + 32) * 2, (returned + 32 + size) * 2)
    if (text.length !== size * 2)
      throw new MalformedAnswerError('aggregate3 returned too few bytes')
    return hasSucceeded ? `0x${text}` : null
  })
}

function encodeAggregate3(reads: readonly ContractRead[]): Hex {
  const tuples = reads.map(({ to, data }) => {
    const digits = data.slice(2)
    const size = digits.length / 2
    const padded = digits.padEnd(Math.ceil(size / 32) * 64, '0')
    return addressWord(to) + word(1n) + word(0x60n) + word(BigInt(size)) + padded
  })
  let offset = BigInt(tuples.length * 32)
  const offsets = tuples.map((tuple) => {
    const own = word(offset)
    offset += BigInt(tuple.length / 2)
    return own
  })
  return `0x${AGGREGATE3}${word(0x20n)}${word(BigInt(tuples.length))}${offsets.join('')}${tuples.join('')}`
}

function wordAt(bytes: string, at: number): number {
  const text = bytes.slice(at * 2, at * 2 + 64)
  if (text.length !== 64) throw new MalformedAnswerError('aggregate3 returned too few bytes')
  const value = BigInt(`0x${text}`)
  if (value > BigInt(bytes.length))
    throw new MalformedAnswerError('aggregate3 returned an offset out of range')
  return Number(value)
}

/** Returns the ABI word of an address, without `0x`. */
export function addressWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
