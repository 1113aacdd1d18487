import type { AccountState } from './chainClient.ts'
import type { Ask } from './createAsk.ts'
import { isDelegation } from './isDelegation.ts'
import { MalformedAnswerError, parseBytes, parseQuantity } from './wire.ts'

/** A user may be waiting for this response, so its deadline is short. */
const DEADLINE_MS = 4_000

/** Reads an account in one round trip. @throws ChainUnavailableError */
export async function readAccount(ask: Ask, address: string): Promise<AccountState> {
  const calls = [
    { method: 'eth_getTransactionCount', params: [address, 'latest'] },
    { method: 'eth_getTransactionCount', params: [address, 'pending'] },
    { method: 'eth_getBalance', params: [address, 'latest'] },
    { method: 'eth_getCode', params: [address, 'latest'] },
  ]
  const { answer } = await ask(calls, { read: readState, deadlineMs: DEADLINE_MS })
  return answer
}

function readState([latest, pending, balance, code]: readonly unknown[]): AccountState {
  const latestNonce = parseQuantity(latest, 'eth_getTransactionCount')
  const pendingNonce = parseQuantity(pending, 'eth_getTransactionCount')
  const bytes = parseBytes(code, null, 'eth_getCode')
  if (latestNonce > Number.MAX_SAFE_INTEGER) {
    throw new MalformedAnswerError('eth_getTransactionCount did not return a count')
  }
  return {
    latestNonce,
    pendingNonce: notBelow(latestNonce, pendingNonce),
    balanceUnits: parseQuantity(balance, 'eth_getBalance'),
    hasContractCode: bytes !== '0x' && !isDelegation(bytes),
  }
}

/** A node may update its transaction pool after its blocks, so the pending nonce may be behind. */
function notBelow(floor: bigint, value: bigint): bigint {
  if (value < floor) return floor
  return value
}
