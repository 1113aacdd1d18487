import type { Provider } from '../provider.ts'
import { readChainId } from '../provider.ts'
import type { SafeChannel } from './safeChannel.ts'

/** A Safe's description of itself. */
export type SafeInfo = { readonly address: string; readonly chainId: number }

/** A call that a Safe does not accept, with a code of EIP-1193. */
class SafeCallError extends Error {
  override readonly name = 'SafeCallError'
  /** 4200: a Safe has no such method. 4902: a Safe exists on one chain only. -32602: the call is malformed. */
  readonly code: 4200 | 4902 | -32602

  constructor(code: 4200 | 4902 | -32602, message: string) {
    super(message)
    this.code = code
  }
}

/** The EIP-5792 status code for each status of a Safe's transaction. */
const CALL_STATUS: Readonly<Record<string, number>> = {
  AWAITING_CONFIRMATIONS: 100,
  AWAITING_EXECUTION: 100,
  SUCCESS: 200,
  CANCELLED: 400,
  FAILED: 500,
}

/**
 * Creates an EIP-1193 provider for a Safe. Its transactions are proposals to the Safe's signers. `eth_sendTransaction` returns a
 * safeTxHash, which exists on no chain. `wallet_sendCalls` returns the safeTxHash as the id for `wallet_getCallsStatus`. A call that a Safe
 * does not accept rejects with SafeCallError.
 */
export function createSafeProvider(channel: SafeChannel, { address, chainId }: SafeInfo): Provider {
  const chain = `0x${chainId.toString(16)}`

  async function propose(calls: readonly unknown[]): Promise<string> {
    const txs = calls.map(readCall)
    const answer = await channel.send('sendTransactions', { txs, params: {} })
    const hash = isRecord(answer) ? answer['safeTxHash'] : null
    if (typeof hash !== 'string') throw new Error('The Safe returned no safeTxHash.')
    return hash
  }

  return {
    async request({ method, params = [] }) {
      const [first] = params
      switch (method) {
        case 'eth_accounts':
        case 'eth_requestAccounts':
          return [address]
        case 'eth_chainId':
          return chain
        case 'eth_sendTransaction':
          return propose([first])
        case 'wallet_sendCalls':
          return { id: await propose(readCalls(first)) }
        case 'wallet_getCallsStatus':
          return readStatus(await channel.send('getTxBySafeTxHash', { safeTxHash: first }), chain)
        case 'wallet_getCapabilities':
          return { [chain]: { atomic: { status: 'supported' } } }
        case 'wallet_switchEthereumChain':
        case 'wallet_addEthereumChain': {
          const wanted = isRecord(first) ? readChainId(first['chainId']) : null
          if (wanted === chainId) return null
          throw new SafeCallError(4902, `This Safe is on chain ${chainId}.`)
        }
        default:
          if (!method.startsWith('eth_') || method.startsWith('eth_sign')) {
            throw new SafeCallError(4200, `A Safe does not have ${method}.`)
          }
          return channel.send('rpcCall', { call: method, params })
      }
    },
  }
}

/** Reads a call for a Safe, which accepts decimal amounts, and no gas: its signers' wallets estimate it. Throws SafeCallError. */
function readCall(call: unknown): { to: string; value: string; data: string } {
  const { to, value, data } = isRecord(call) ? call : {}
  if (typeof to !== 'string')
    throw new SafeCallError(-32602, 'A call through a Safe needs the address to call.')
  return {
    to,
    value: typeof value === 'string' ? BigInt(value).toString() : '0',
    data: typeof data === 'string' ? data : '0x',
  }
}

function readCalls(batch: unknown): readonly unknown[] {
  const calls = isRecord(batch) ? batch['calls'] : null
  if (!Array.isArray(calls) || calls.length === 0) {
    throw new SafeCallError(-32602, 'A batch through a Safe needs at least one call.')
  }
  return calls
}

/** Reads a transaction's status in EIP-5792's format, version 2.0.0, with the transaction hash once the Safe returns one. */
function readStatus(answer: unknown, chainId: string): unknown {
  const { txStatus, txHash, safeTxHash } = isRecord(answer) ? answer : {}
  const status = (typeof txStatus === 'string' && CALL_STATUS[txStatus]) || 100
  const isMined = typeof txHash === 'string' && status !== 100
  const receipts = isMined
    ? [{ transactionHash: txHash, status: status === 200 ? '0x1' : '0x0', logs: [] }]
    : []
  return { version: '2.0.0', id: safeTxHash, chainId, atomic: true, status, receipts }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
