/**
 * The status of `wallet_getCallsStatus`: 100 pending, 200 done, 400 abandoned before the chain, 500 reverted, 600
 * reverted in part.
 */
export type CallsStatus = { readonly code: 100 | 200 | 400 | 500 | 600 }

const CODES = [100, 200, 400, 500, 600] as const
/** Capabilities under this key apply to every chain. */
const EVERY_CHAIN = '0x0'

/**
 * Reads a response to `wallet_getCallsStatus`; a code in between counts as the hundred that it refines. Null for anything else.
 */
export function parseCallsStatus(answer: unknown): CallsStatus | null {
  const status = member(answer, 'status')
  if (typeof status !== 'number') return null
  const code = CODES.find((one) => one === Math.floor(status / 100) * 100)
  return code === undefined ? null : { code }
}

/**
 * Returns whether a response to `wallet_getCapabilities` guarantees atomic execution on a chain, at once or after an upgrade that
 * the payer approves.
 */
export function readAtomic(answer: unknown, chainId: number): boolean {
  return [`0x${chainId.toString(16)}`, EVERY_CHAIN].some((chain) => {
    const status = member(member(member(answer, chain), 'atomic'), 'status')
    return status === 'supported' || status === 'ready'
  })
}

/**
 * Reads the id in a response to `wallet_sendCalls`: a member of an object, or, for older wallets, the response itself. Null for anything
 * else.
 */
export function readCallsId(answer: unknown): string | null {
  const id = typeof answer === 'string' ? answer : member(answer, 'id')
  return typeof id === 'string' && id !== '' ? id : null
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
