import { referenceTopic } from '@secure-payment/core'
import {
  decodePaymentLogs,
  isSameAddress,
  PAYMENT_TOPICS,
  type PaymentLog,
  type RawLog,
} from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { ChainReader } from './chainReader.ts'
import {
  type ChainTransaction,
  isHash,
  parseTransaction,
  readQuantity,
  readTransaction,
} from './chainRecords.ts'

/** The maximum number of blocks that the search reads. */
const MAX_BLOCKS = 5_000
const MAX_LOG_CALLS = 20
/** The maximum number of blocks that are read one by one when a node has no historical transaction counts. */
const MAX_SCANNED_BLOCKS = 64
const MAX_BISECTIONS = 20
/** The maximum number of events whose sender is looked up, because a flood of dust must not keep the element busy. */
const MAX_SENDERS = 20

/** The payee and the amount that an event with the reference must have to count. */
export type PaidItem = {
  readonly paymentReference: string
  readonly payee: string
  readonly token: string | null
  /** The remainder, in units of the invoice currency. */
  readonly dueUnits: bigint
  /** Whether a contract converts the payment: its event states the amount in the invoice currency. */
  readonly isConverted: boolean
  /** For a conversion: the amount of a plain payment at a quote that proves the payment too, in base units of the payment currency. */
  readonly plainUnits?: bigint
}

/**
 * Searches the proxies for the payment's own event since the attempt began. This search is the strongest check, since it works for
 * every wallet and every sender of the transaction. Returns its transaction hash, or null. Any account can pay a base unit under a
 * public reference. Therefore an event counts if it pays the full amount due, or if the payer sent it. Hashes in `known` are older
 * payments for the same request. Throws ChainUnreachableError.
 */
export async function findPayment(
  reader: ChainReader,
  network: Network,
  record: Pick<AttemptRecord, 'paymentReferences' | 'blockBefore' | 'from'>,
  items: readonly PaidItem[],
  known: readonly string[] = [],
): Promise<string | null> {
  const [reference] = record.paymentReferences
  const head = readQuantity(await reader.read('eth_blockNumber', []))
  if (reference === undefined || head === null) return null
  const wanted = wantedFor(network, reference, items)
  const topics = [PAYMENT_TOPICS, [wanted.topic]]
  const floor = Math.max(0, Number(head) - MAX_BLOCKS)
  const parts: string[] = []
  let from = Math.max(floor, record.blockBefore ?? floor)
  for (let call = 0; call < MAX_LOG_CALLS && from <= Number(head); call++) {
    const to = Math.min(Number(head), from + network.maxLogRange - 1)
    const isLast = to === Number(head)
    const range = { fromBlock: hex(from), toBlock: isLast ? 'latest' : hex(to) }
    const logs = await reader.read('eth_getLogs', [{ address: wanted.emitters, topics, ...range }])
    const events = paymentEvents(logs, wanted).filter((one) => !known.includes(one.transactionHash))
    const whole = events.find((one) => isWhole(one, wanted.item))
    if (whole !== undefined) return whole.transactionHash
    parts.push(...events.map((one) => one.transactionHash))
    from = to + 1
  }
  return firstSentBy(reader, record.from, parts)
}

/** Returns whether the logs of a receipt contain the payment with this reference. */
export function hasPayment(
  logs: unknown,
  network: Network,
  reference: string | undefined,
  items: readonly PaidItem[],
): boolean {
  if (reference === undefined) return false
  return paymentEvents(logs, wantedFor(network, reference, items)).length > 0
}

type Wanted = {
  readonly topic: string
  readonly emitters: readonly string[]
  /** The payee and the amount to compare with; undefined while the payment could not be read. */
  readonly item: PaidItem | undefined
}

function wantedFor(network: Network, reference: string, items: readonly PaidItem[]): Wanted {
  const isSame = (item: PaidItem) => item.paymentReference.toLowerCase() === reference.toLowerCase()
  return {
    topic: referenceTopic(`0x${reference.slice(2)}`),
    emitters: emittersOf(network),
    item: items.find(isSame),
  }
}

/** A node filters, but its response is untrusted and checked like any other. */
function paymentEvents(logs: unknown, { topic, emitters, item }: Wanted): readonly PaymentLog[] {
  if (!Array.isArray(logs)) return []
  const parsed = logs.flatMap((value: unknown) => parseLog(value) ?? [])
  return decodePaymentLogs(parsed).flatMap((paid) => {
    // Any account can emit a reference: an event with amount zero, or to another payee, is not a payment.
    if (paid.amountUnits === 0n || paid.referenceTopic !== topic) return []
    if (!emitters.some((emitter) => isSameAddress(emitter, paid.contract))) return []
    if (item === undefined) return [paid]
    const isOurs =
      isSameAddress(item.payee, paid.payee) &&
      (item.token === null ? paid.token === null : isSameAddress(item.token, paid.token ?? ''))
    return isOurs ? [paid] : []
  })
}

/** Returns whether an event pays the full amount due: a conversion's proxy emits the requested amount, and a plain payment the paid one. */
function isWhole({ amountUnits, conversion }: PaymentLog, item: PaidItem | undefined): boolean {
  if (item === undefined) return false
  const { isConverted, dueUnits, plainUnits } = item
  if (!isConverted) return amountUnits >= dueUnits
  if (conversion !== null) return conversion.amountUnits >= dueUnits
  return plainUnits !== undefined && amountUnits >= plainUnits
}

/** Returns the first transaction that the payer's own account sent; null if it sent none of the first MAX_SENDERS. */
async function firstSentBy(
  reader: ChainReader,
  from: string,
  hashes: readonly string[],
): Promise<string | null> {
  for (const hash of hashes.slice(0, MAX_SENDERS)) {
    const transaction = await readTransaction(reader, hash)
    if (transaction !== null && isSameAddress(transaction.from, from)) return hash
  }
  return null
}

/** Lists the fee proxies and conversion proxies of a network, including older versions. */
function emittersOf({ contracts }: Network): readonly string[] {
  const { ERC20FeeProxy, EthereumFeeProxy, Erc20ConversionProxy, EthConversionProxy } = contracts
  const proxies = [ERC20FeeProxy, EthereumFeeProxy, Erc20ConversionProxy, EthConversionProxy]
  return proxies.flatMap((contract) =>
    contract === undefined
      ? []
      : [contract.address, ...(contract.others ?? []).map((other) => other.address)],
  )
}

function parseLog(value: unknown): RawLog | null {
  if (typeof value !== 'object' || value === null) return null
  const log = value as Record<string, unknown>
  const { address, topics, data, transactionHash, blockHash } = log
  const blockNumber = readQuantity(log['blockNumber'])
  const logIndex = readQuantity(log['logIndex'])
  if (typeof address !== 'string' || !isHexText(data) || !Array.isArray(topics)) return null
  if (!isHash(transactionHash) || !isHash(blockHash)) return null
  if (blockNumber === null || logIndex === null || !topics.every(isHexText)) return null
  return {
    address,
    topics: topics.map(lower),
    data: lower(data),
    logIndex: Number(logIndex),
    transactionHash: lower(transactionHash),
    blockNumber,
    blockHash: lower(blockHash),
  }
}

/**
 * Finds a sender's mined transaction with a nonce, for a wallet that replaced it. It uses, in this order:
 * - the node's own index, if it has one;
 * - a bisection of the sender's transaction count;
 * - a scan of a few blocks, one by one.
 *
 * Null if none of them finds it.
 */
export async function findByNonce(
  reader: ChainReader,
  record: Pick<AttemptRecord, 'from' | 'nonce' | 'blockBefore'>,
): Promise<ChainTransaction | null> {
  const { from, nonce, blockBefore } = record
  if (nonce === null || blockBefore === null) return null
  const indexed = await reader
    .read('eth_getTransactionBySenderAndNonce', [from, hex(nonce)])
    .then(parseTransaction, () => null)
  if (indexed !== null) return indexed
  const head = Number(readQuantity(await reader.read('eth_blockNumber', [])) ?? 0n)
  const block = await bisect(reader, from, nonce, blockBefore, head)
  if (block !== null) return inBlock(reader, block, from, nonce)
  for (
    let number = blockBefore;
    number <= Math.min(head, blockBefore + MAX_SCANNED_BLOCKS);
    number++
  ) {
    const found = await inBlock(reader, number, from, nonce)
    if (found !== null) return found
  }
  return null
}

/** Finds the first block after which the sender's count passed the nonce; null if the node has no such history. */
async function bisect(
  reader: ChainReader,
  from: string,
  nonce: number,
  low: number,
  high: number,
): Promise<number | null> {
  let [below, above] = [low, high]
  for (let round = 0; round < MAX_BISECTIONS && below < above; round++) {
    const middle = Math.floor((below + above) / 2)
    const answer = reader.read('eth_getTransactionCount', [from, hex(middle)])
    const count = readQuantity(await answer.catch(() => null))
    if (count === null) return null
    if (count > nonce) above = middle
    else below = middle + 1
  }
  return below === above ? above : null
}

async function inBlock(
  reader: ChainReader,
  number: number,
  from: string,
  nonce: number,
): Promise<ChainTransaction | null> {
  const block = await reader.read('eth_getBlockByNumber', [hex(number), true])
  if (typeof block !== 'object' || block === null || !('transactions' in block)) return null
  if (!Array.isArray(block.transactions)) return null
  const transactions = block.transactions.map(parseTransaction)
  return transactions.find((one) => one?.nonce === nonce && isSameAddress(one.from, from)) ?? null
}

function isHexText(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
}

function lower(text: string): `0x${string}` {
  return `0x${text.slice(2).toLowerCase()}`
}

function hex(number: number): string {
  return `0x${number.toString(16)}`
}
