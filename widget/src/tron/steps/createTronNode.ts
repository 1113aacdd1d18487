import type { Network } from '@secure-payment/core/networks'
import type { TronBlockRef, TronTransaction } from '@secure-payment/core/tron'
import type { PaymentMetadata } from '../../paymentMetadata.ts'
import type { Session } from '../../steps/session.ts'

/** A node's data about a transaction that is in a block. */
export type TronInfo = {
  readonly blockNumber: number
  readonly isSuccess: boolean
  /** `SUCCESS`, `REVERT`, `OUT_OF_ENERGY` or another result of java-tron. */
  readonly outcome: string
  /** The cost, in sun. */
  readonly feeSun: bigint
}

/** A node's view of the chain: all blocks, or those that can no longer be reverted. */
type TronSide = 'wallet' | 'walletsolidity'

/** The requests to a Tron node. Each rejects if the node does not respond, or responds in a format other than java-tron's. */
export type TronNode = {
  /** The newest block. */
  block(side: TronSide): Promise<TronBlockRef>
  hasTransaction(txID: string, side: TronSide): Promise<boolean>
  /** Reads a transaction's data; null while it is not in a block. */
  info(txID: string, side: TronSide): Promise<TronInfo | null>
  /**
   * Reads the allowance, in base units. `token` and `owner` are Tron addresses; `words` are the ABI-encoded arguments of the call.
   */
  allowance(call: { token: string; owner: string; words: string }): Promise<bigint>
  broadcast(transaction: TronTransaction): Promise<TronReceipt>
}

/**
 * Whether a node accepted a transaction, and java-tron's code if not. A transaction that the node already has counts as accepted.
 */
export type TronReceipt = { readonly isTaken: boolean; readonly code: string }

/** A node did not respond, or responded in a format other than java-tron's. */
class TronNodeError extends Error {
  override readonly name = 'TronNodeError'
  readonly code = 'tron_node_error'

  constructor(path: string, cause?: unknown) {
    super(`The Tron node did not answer ${path}. Try again when it is back.`, { cause })
  }
}

/** The connection: the node's base URL, without `/jsonrpc`. */
export type TronNodeOptions = {
  readonly base: string
  readonly fetch: Session['fetch']
  readonly signal: AbortSignal
}

const CALL_TIMEOUT_MS = 8_000

/** Returns the page's own node, otherwise the one that the service names for payers, otherwise the registry's. */
export function nodeOf(
  session: Pick<Session, 'fetch' | 'limits'>,
  payment: Pick<PaymentMetadata, 'chain'> | null,
  network: Network,
  signal: AbortSignal,
): TronNode {
  const named = payment?.chain.id === network.id ? payment.chain.rpcUrl : null
  const url = session.limits.rpcUrls[network.chainId] ?? named ?? network.publicRpcUrls[0] ?? ''
  const base = url.replace(/\/+$/, '').replace(/\/jsonrpc$/, '')
  return createTronNode({ base, fetch: session.fetch, signal })
}

/** Reads one node through its HTTP API. Each call throws TronNodeError. */
export function createTronNode({ base, fetch, signal }: TronNodeOptions): TronNode {
  async function ask(path: string, body: object): Promise<Answer> {
    signal.throwIfAborted()
    try {
      const response = await fetch(`${base}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        credentials: 'omit',
        referrerPolicy: 'strict-origin',
        signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
      })
      const answer = record(await response.json())
      // A failure must not be read as "there is no such transaction": java-tron also returns its own errors with status 200.
      if (!response.ok || 'Error' in answer) throw new Error(`Status ${response.status}.`)
      return answer
    } catch (error) {
      signal.throwIfAborted()
      throw new TronNodeError(path, error)
    }
  }

  return {
    block: async (side) => readBlock(await ask(`${side}/getnowblock`, {})),
    async hasTransaction(txID, side) {
      const answer = await ask(`${side}/gettransactionbyid`, { value: txID })
      return answer['txID'] === txID
    },
    info: async (txID, side) =>
      readInfo(txID, await ask(`${side}/gettransactioninfobyid`, { value: txID })),
    async allowance({ token, owner, words }) {
      const path = 'wallet/triggerconstantcontract'
      const answer = await ask(path, {
        owner_address: owner,
        contract_address: token,
        function_selector: 'allowance(address,address)',
        parameter: words,
        visible: true,
      })
      const [word] = Array.isArray(answer['constant_result']) ? answer['constant_result'] : []
      if (typeof word !== 'string' || !/^[0-9a-f]{64}$/i.test(word)) throw new TronNodeError(path)
      return BigInt(`0x${word}`)
    },
    broadcast: async (transaction) =>
      readReceipt(await ask('wallet/broadcasttransaction', transaction)),
  }
}

type Answer = Readonly<Record<string, unknown>>

/** Reads the reference of a block from a node's response. Throws TronNodeError if it is incomplete. */
function readBlock(answer: Answer): TronBlockRef {
  const { number, timestamp } = record(record(answer['block_header'])['raw_data'])
  const id = answer['blockID']
  const isBlock = typeof id === 'string' && /^[0-9a-f]{64}$/.test(id) && isWhole(timestamp)
  if (!isBlock) throw new TronNodeError('getnowblock')
  // java-tron omits zero values.
  return { id, number: BigInt(isWhole(number) ? number : 0), timestampMs: timestamp }
}

function readInfo(txID: string, answer: Answer): TronInfo | null {
  const { id, blockNumber, fee, result } = answer
  if (id !== txID || !isWhole(blockNumber)) return null
  const said = record(answer['receipt'])['result']
  const outcome = typeof said === 'string' ? said : String(result ?? 'SUCCESS')
  const isSuccess = outcome === 'SUCCESS' && result !== 'FAILED'
  return { blockNumber, isSuccess, outcome, feeSun: BigInt(isWhole(fee) ? fee : 0) }
}

/** Reads whether a node accepted a transaction. A transaction that the node already has counts as accepted. */
function readReceipt({ result, code }: Answer): TronReceipt {
  const text = typeof code === 'string' ? code : ''
  return { isTaken: result === true || text === DUPLICATE, code: text }
}

const DUPLICATE = 'DUP_TRANSACTION_ERROR'

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function record(value: unknown): Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
