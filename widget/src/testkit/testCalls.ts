import type { Signer } from './signer.ts'

/** One call of a batch, in EIP-5792's form. */
export type BatchCall = { readonly to: string; readonly data: string; readonly value: bigint }

/** The executor's address and code. Calls are packed as `to (20) value (32) length (32) data`, and all or none of them take effect. */
const EXECUTOR = '0x5ecc000000000000000000000000000000007702'
const EXECUTOR_CODE =
  '0x5f5b80361115603057806034013580826054015f375f5f825f8560140135863560601c5af115603257016054016001565b005b5f5ffd'

/**
 * Lets an account on a local anvil execute a batch, as an upgrade by EIP-7702 would: the account's code delegates to an executor. Works
 * only on nodes with `anvil_setCode`.
 */
export async function upgradeAccount({ rpc }: Signer, account: string): Promise<void> {
  await rpc('anvil_setCode', [EXECUTOR, EXECUTOR_CODE])
  await rpc('anvil_setCode', [account, `0xef0100${EXECUTOR.slice(2)}`])
}

/** Packs the calls in the executor's form: one transaction from the account to itself. */
export function packCalls(calls: readonly BatchCall[]): string {
  const word = (value: bigint): string => value.toString(16).padStart(64, '0')
  const packed = calls.map(({ to, data, value }) => {
    const body = data.slice(2)
    return `${to.slice(2).toLowerCase()}${word(value)}${word(BigInt(body.length / 2))}${body}`
  })
  return `0x${packed.join('')}`
}

/** Reads the calls of `wallet_sendCalls`; null for anything else. */
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
/** EIP-5792: accepted, and not on the chain yet. */
export const PENDING = 100

/** Stores a batch's transaction, as a wallet would outside the page. */
export function rememberCalls(id: string, hash: string): void {
  try {
    localStorage.setItem(KEY + id, hash)
  } catch {
    // On a page without storage, the wallet's data ends with the page.
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
