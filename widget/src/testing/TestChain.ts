import { referenceTopic } from '@secure-payment/core'
import {
  BATCH_GROUPS,
  type DecodedCall,
  decodePaymentCall,
  READ_SELECTORS,
  TOPICS,
} from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import {
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
} from 'viem'

/** A payment that a block of the chain contains. Amounts are in base units; `token` is null for the native coin. */
type ChainPayment = {
  readonly hash: string
  readonly payee: string
  readonly token: string | null
  readonly amountUnits: bigint
  readonly blockNumber: number
}

type Log = Readonly<Record<string, unknown>> & { readonly topics: readonly string[] }

type Sent = {
  readonly hash: Hex
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly data: Hex
  readonly nonce: number
  receipt: { readonly blockNumber: number; readonly isSuccess: boolean } | null
  logs: readonly Log[]
}

const FIRST_BLOCK = 100
const { contracts } = getNetwork('devnet')
/** `allowance(address,address)` of ERC-20. */
const ALLOWANCE = '0xdd62ed3e'
/** The batch contract's maximum fee, in dollars with 8 decimals; no test reaches it. */
const MOST_DOLLARS = 10n ** 30n

/**
 * A local chain inside the page, with the devnet's chain id, which responds to wallets like a node. It mines each transaction at once in
 * its own block, unless `isHolding`. It executes approvals and payments through the fee proxies, and emits their
 * events. It tracks no balances: the stories pay through the real contracts.
 */
export class TestChain {
  /** While true, sent transactions stay pending until `mine` is called. */
  isHolding = false
  /** While true, the payees reject payments, so the transactions revert. */
  rejectsPayments = false
  /** The fee of the batch contract, in basis points. */
  batchFeeBps = 0n
  /** Every signed transaction that the node accepted, oldest first. */
  readonly sent: string[] = []
  readonly #transactions: Sent[] = []
  readonly #allowances = new Map<string, bigint>()
  #head = FIRST_BLOCK

  /** Payments of all accounts, oldest first. */
  payments(): readonly ChainPayment[] {
    return this.#transactions.flatMap(paymentsOf)
  }

  /** Returns the number of the account's mined transactions. */
  countOf(from: string): number {
    return this.#countAt(from, 'latest')
  }

  confirmationsOf({ blockNumber }: ChainPayment): number {
    return this.#head - blockNumber
  }

  allowance(token: string): bigint {
    return this.#allowances.get(token.toLowerCase()) ?? 0n
  }

  /** Mines the pending transactions, then adds this many blocks. */
  mine(blocks: number): void {
    this.#includePending()
    this.#head += blocks
  }

  /** Removes a signed transaction from the pending ones. Returns whether it was pending. */
  drop(raw: string): boolean {
    const index = this.#transactions.findIndex(
      (one) => one.hash === keccak256(toHex(raw)) && one.receipt === null,
    )
    if (index === -1) return false
    this.#transactions.splice(index, 1)
    return true
  }

  /** Accepts a signed transaction with the account's next nonce, including one that `drop` removed. Returns its hash. */
  async send(raw: string): Promise<string> {
    // The test wallet signs only type 2 transactions (EIP-1559).
    const serializedTransaction = `0x02${raw.slice(4)}` as const
    const { to, value = 0n, data = '0x', nonce = 0 } = parseTransaction(serializedTransaction)
    const from = (await recoverTransactionAddress({ serializedTransaction })).toLowerCase()
    const hash = keccak256(serializedTransaction)
    if (nonce !== this.#by(from).length)
      throw new NodeError(-32_003, 'The nonce is not the next one.')
    const sent = { hash, from, to: to?.toLowerCase() ?? '', value, data, nonce }
    this.#transactions.push({ ...sent, receipt: null, logs: [] })
    this.sent.push(raw)
    if (!this.isHolding) this.#includePending()
    return hash
  }

  /** Responds to the body of a JSON-RPC request, as a node does over HTTP. */
  async respond(body: string): Promise<Response> {
    const call: { id: unknown; method: string; params: readonly unknown[] } = JSON.parse(body)
    const base = { jsonrpc: '2.0', id: call.id }
    try {
      return Response.json({ ...base, result: await this.#answer(call.method, call.params) })
    } catch (error) {
      const { code, message } = error instanceof NodeError ? error : new NodeError(-32_603, '')
      return Response.json({ ...base, error: { code, message } })
    }
  }

  async #answer(method: string, params: readonly unknown[]): Promise<unknown> {
    const [first, second] = params
    switch (method) {
      case 'eth_blockNumber':
        return hex(this.#head)
      case 'eth_getBlockByNumber':
        return this.#blockAt(first)
      case 'eth_estimateGas':
        return hex(100_000)
      case 'eth_call':
        return this.#readContract(first)
      case 'eth_getCode':
        return '0x'
      // Upgrades the test wallet's account, as a wallet that sends batches does.
      case 'anvil_setCode':
        return null
      case 'eth_getTransactionCount':
        return hex(this.#countAt(String(first), second))
      case 'eth_sendRawTransaction':
        return this.send(String(first))
      case 'eth_getTransactionByHash':
        return toTransaction(this.#find(first))
      case 'eth_getTransactionReceipt':
        return toReceipt(this.#find(first))
      case 'eth_getLogs':
        return this.#transactions.flatMap(({ logs }) => logs.filter((log) => isWanted(log, first)))
      default:
        throw new NodeError(-32_601, `The test chain has no ${method}.`)
    }
  }

  #includePending(): void {
    const waiting = this.#transactions.filter(({ receipt }) => receipt === null)
    if (waiting.length === 0) return
    this.#head += 1
    for (const one of waiting) {
      const calls = callsOf(one)
      const isPayment = calls.some(({ decoded }) => decoded !== null && decoded.kind !== 'approve')
      const isSuccess = !(this.rejectsPayments && isPayment)
      one.receipt = { blockNumber: this.#head, isSuccess }
      if (!isSuccess) continue
      for (const { to, decoded } of calls) {
        if (decoded?.kind === 'approve') this.#allowances.set(to, decoded.amountUnits)
      }
      one.logs = calls
        .flatMap((each) => paymentsIn(each))
        .map((paid, index) => logOf(one.hash, paid, this.#head, index))
    }
  }

  #by(from: string): readonly Sent[] {
    return this.#transactions.filter((one) => one.from === from.toLowerCase())
  }

  #find(hash: unknown): Sent | undefined {
    return this.#transactions.find((one) => one.hash === hash)
  }

  /** Reads an allowance, or a value of the batch contract. */
  #readContract(request: unknown): string {
    const { to, data } = Object(request)
    if (String(data).startsWith(ALLOWANCE)) return word(this.allowance(String(to)))
    return word(data === READ_SELECTORS.batchFee ? this.batchFeeBps : MOST_DOLLARS)
  }

  /** Returns the number of the account's transactions up to a block, given by its number or tag. */
  #countAt(from: string, block: unknown): number {
    const own = this.#by(from)
    if (block === 'pending') return own.length
    const last = block === 'latest' ? this.#head : Number(block)
    return own.filter(({ receipt }) => receipt !== null && receipt.blockNumber <= last).length
  }

  #blockAt(block: unknown) {
    const number = block === 'latest' ? hex(this.#head) : block
    const own = this.#transactions.filter(
      ({ receipt }) => hex(receipt?.blockNumber ?? -1) === number,
    )
    return { number, baseFeePerGas: '0x1', transactions: own.map(toTransaction) }
  }
}

/** An error from the node, with its JSON-RPC code. */
class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

type Executed = {
  readonly to: string
  readonly value: bigint
  readonly decoded: DecodedCall | null
}

/** Returns a transaction's call, or the calls of a batch (EIP-5792), which the test wallet packs into one transaction to itself. */
function callsOf({ from, to, value, data }: Sent): readonly Executed[] {
  if (to !== from) return [{ to, value, decoded: decodePaymentCall(data) }]
  const calls: Executed[] = []
  let rest = data.slice(2)
  while (rest.length > 0) {
    const end = 168 + 2 * Number(`0x${rest.slice(104, 168)}`)
    const decoded = decodePaymentCall(`0x${rest.slice(168, end)}`)
    const units = BigInt(`0x${rest.slice(40, 104)}`)
    calls.push({ to: `0x${rest.slice(0, 40)}`, value: units, decoded })
    rest = rest.slice(end)
  }
  return calls
}

/** A payment as its fee proxy's event reports it. */
type Paid = {
  readonly token: string | null
  readonly payee: string
  readonly amountUnits: bigint
  readonly feeUnits: bigint
  readonly feeAddress: string
  readonly paymentReference: Hex
}

function paymentsIn({ value, decoded }: Executed): readonly Paid[] {
  switch (decoded?.kind) {
    case 'erc20_payment':
      return [decoded]
    case 'native_payment':
      return [{ ...decoded, token: null, amountUnits: value - decoded.feeUnits }]
    case 'batch': {
      const { groups, feeAddress } = decoded
      return groups.flatMap(({ paymentNetworkId, items }) =>
        items.map((item) => {
          const isNative = paymentNetworkId === BigInt(BATCH_GROUPS.native)
          return { ...item, feeAddress, token: isNative ? null : (item.path[0] ?? '') }
        }),
      )
    }
    default:
      return []
  }
}

function logOf(transactionHash: Hex, paid: Paid, blockNumber: number, index: number): Log {
  const { token, payee, amountUnits, feeUnits, feeAddress, paymentReference } = paid
  const proxy = token === null ? contracts.EthereumFeeProxy : contracts.ERC20FeeProxy
  const topic = token === null ? TOPICS.nativePayment : TOPICS.erc20Payment
  const values = [payee, amountUnits, feeUnits, feeAddress]
  return {
    address: proxy?.address.toLowerCase(),
    topics: [topic, referenceTopic(paymentReference)],
    data: encodeWords(token === null ? values : [token, ...values]),
    logIndex: hex(index),
    transactionHash,
    blockNumber: hex(blockNumber),
    blockHash: hashOf(blockNumber),
  }
}

function paymentsOf(sent: Sent): readonly ChainPayment[] {
  const { hash, receipt } = sent
  if (receipt === null || !receipt.isSuccess) return []
  const { blockNumber } = receipt
  return callsOf(sent)
    .flatMap((each) => paymentsIn(each))
    .map(({ payee, token, amountUnits }) => ({ hash, payee, token, amountUnits, blockNumber }))
}

function isWanted(log: Log, filter: unknown): boolean {
  const { address, topics, fromBlock, toBlock }: Record<string, unknown> = Object(filter)
  const isListed = (list: unknown, value: unknown): boolean =>
    [list].flat().some((one) => String(one).toLowerCase() === value)
  const number = Number(log['blockNumber'])
  const wanted: readonly unknown[] = Array.isArray(topics) ? topics : []
  return (
    isListed(address, log['address']) &&
    wanted.every((list, index) => isListed(list, log.topics[index])) &&
    number >= Number(fromBlock) &&
    (toBlock === 'latest' || number <= Number(toBlock))
  )
}

function toTransaction(sent: Sent | undefined) {
  if (sent === undefined) return null
  const { hash, from, to, value, data, nonce, receipt } = sent
  const blockNumber = receipt && hex(receipt.blockNumber)
  return { hash, from, to, value: hex(value), input: data, nonce: hex(nonce), blockNumber }
}

function toReceipt(sent: Sent | undefined) {
  if (!sent?.receipt) return null
  const { hash, from, to, logs } = sent
  const { isSuccess, blockNumber } = sent.receipt
  const status = isSuccess ? '0x1' : '0x0'
  const block = { blockNumber: hex(blockNumber), blockHash: hashOf(blockNumber) }
  return { transactionHash: hash, from, to, logs, status, ...block }
}

function encodeWords(values: readonly (string | bigint)[]): Hex {
  return encodeAbiParameters(
    values.map(() => ({ type: 'uint256' })),
    values.map((value) => BigInt(value)),
  )
}

function hashOf(blockNumber: number): string {
  return word(BigInt(blockNumber))
}

/** Encodes a number as the 32-byte word that a contract returns. */
function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

function toHex(text: string): Hex {
  return `0x${text.slice(2)}`
}

function hex(value: number | bigint): string {
  return `0x${value.toString(16)}`
}
