import type { Signer } from './signer.ts'

/** One call of a batch, in EIP-5792's form. */
export type BatchCall = { readonly to: string; readonly data: string; readonly value: bigint }

/**
 * The address and code of the contract that executes batches. Each call is packed as `to (20) value (32) length (32) data`; all calls
 * take effect, or none.
 */
const EXECUTOR = '0x5ecc000000000000000000000000000000007702'
const EXECUTOR_CODE =
  '0x5f5b80361115603057806034013580826054015f375f5f825f8560140135863560601c5af115603257016054016001565b005b5f5ffd'

/**
 * Lets an account execute batches, as an EIP-7702 upgrade would: the account's code delegates to the executor. Works only on nodes with
 * `anvil_setCode`.
 */
export async function upgradeAccount({ rpc }: Signer, account: string): Promise<void> {
  await rpc('anvil_setCode', [EXECUTOR, EXECUTOR_CODE])
  await rpc('anvil_setCode', [account, `0xef0100${EXECUTOR.slice(2)}`])
}

/** Packs calls into the executor's calldata, for one transaction from the account to itself. */
export function packCalls(calls: readonly BatchCall[]): string {
  const word = (value: bigint): string => value.toString(16).padStart(64, '0')
  const packed = calls.map(({ to, data, value }) => {
    const body = data.slice(2)
    return `${to.slice(2).toLowerCase()}${word(value)}${word(BigInt(body.length / 2))}${body}`
  })
  return `0x${packed.join('')}`
}

/** Reads the batch from the params of `wallet_sendCalls`; null if they are malformed or the batch need not be atomic. */
export function readCalls(params: readonly unknown[]): {
  readonly id: string
  readonly from: string
  readonly chainId: number
  readonly calls: readonly BatchCall[]
} | null {
  const [batch] = params
  const calls = member(batch, 'calls')
  if (!Array.isArray(calls) || member(batch, 'atomicRequired') !== true) return null
  return {
    id: String(member(batch, 'id')),
    from: String(member(batch, 'from')).toLowerCase(),
    chainId: Number(member(batch, 'chainId')),
    calls: calls.map((call: unknown) => ({
      to: String(member(call, 'to')),
      data: String(member(call, 'data') ?? '0x'),
      value: BigInt(String(member(call, 'value') ?? '0x0')),
    })),
  }
}

const KEY = 'secure-payment:test-wallet-calls:'
/** EIP-5792: the wallet accepted the batch, which is not on the chain yet. */
export const PENDING = 100

/** Stores the hash of a batch's transaction, as a wallet would outside the page. */
export function rememberCalls(id: string, hash: string): void {
  try {
    localStorage.setItem(KEY + id, hash)
  } catch {
    // On a page without storage, a reload loses the wallet's data.
  }
}

/** Returns the response to `wallet_getCallsStatus`; null for an id that was never sent. */
export async function statusOfCalls(
  { rpc }: Signer,
  id: string,
): Promise<{ readonly status: number; readonly receipts?: readonly unknown[] } | null> {
  const hash = localStorage.getItem(KEY + id)
  if (hash === null) return null
  const receipt = await rpc('eth_getTransactionReceipt', [hash])
  const base = { version: '2.0.0', id, atomic: true }
  if (typeof receipt !== 'object' || receipt === null) return { ...base, status: PENDING }
  const status = member(receipt, 'status') === '0x1' ? 200 : 500
  return { ...base, status, receipts: [receipt] }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
