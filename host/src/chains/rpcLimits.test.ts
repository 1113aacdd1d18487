import { describe, expect, test } from 'vitest'
import { RpcCallError } from './errors.ts'
import { isRangeRefusal, isRateLimit } from './rpcLimits.ts'

const error = (code: number, message: string) =>
  new RpcCallError('node', 'eth_getLogs', code, message)

/** Messages of nodes and providers, from their documentation and from users' reports. */
const RANGE_REFUSALS = [
  [-32005, 'query returned more than 10000 results'],
  [-32602, 'query returned more than 10000 results. Try with this block range [0x1, 0x2].'],
  [-32600, 'You can make eth_getLogs requests with up to a 500 block range.'],
  [-32602, 'Log response size exceeded.'],
  [-32000, 'exceed maximum block range: 5000'],
  [-32000, 'block range is too wide'],
  [-32614, 'eth_getLogs is limited to a 10,000 range'],
  [-32701, 'exceeds max results 20000, retry with the range 1-2'],
  [-32000, 'query exceeds max block range 1024'],
  [-32005, 'block range too large'],
  [-32000, 'too many blocks'],
  // The message of java-tron.
  [-32602, 'exceed max block range: 5000'],
] as const

const RATE_LIMITS = [
  [-32005, 'limit exceeded'],
  [-32005, 'daily request count exceeded, request rate limited'],
  [429, 'Your app has exceeded its compute units per second capacity.'],
  [-32029, 'Too many requests'],
  [-32000, 'call rate limit exhausted, retry in 10s'],
] as const

describe('a node error', () => {
  test.each(RANGE_REFUSALS)('%i "%s" is a range limit', (code, message) => {
    expect(isRangeRefusal(error(code, message))).toBe(true)
    expect(isRateLimit(error(code, message))).toBe(false)
  })

  test.each(RATE_LIMITS)('%i "%s" is a rate limit', (code, message) => {
    expect(isRangeRefusal(error(code, message))).toBe(false)
    expect(isRateLimit(error(code, message))).toBe(true)
  })

  test.each([
    [-32000, 'execution reverted'],
    [-32601, 'the method eth_getLogs does not exist'],
    [-32000, 'header not found'],
  ] as const)('%i "%s" is neither a range limit nor a rate limit', (code, message) => {
    expect(isRangeRefusal(error(code, message))).toBe(false)
    expect(isRateLimit(error(code, message))).toBe(false)
  })
})
