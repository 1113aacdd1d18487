import { checksumAddress, type PaymentLog, TOPICS } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { ChainClient, Receipt, ReceiptQuery } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import { keccak256 } from '../keccak.ts'
import { type Credit, creditedUnits } from '../payments/creditedUnits.ts'
import {
  type DetectedPayment,
  type MatchedLog,
  RECEIPT_UNREADABLE,
  type UnmatchedPayment,
} from '../payments/detectedPayment.ts'

/** What to record for a stretch of the chain. */
export type Facts = { payments: readonly DetectedPayment[]; unmatched: readonly UnmatchedPayment[] }

/**
 * Reads what the logs alone do not tell: the receipts (did the transaction succeed, does it hold the very log, what did
 * the token move, who sent it) and the times of the blocks, as most of the nodes have them. No matched log, no call. A
 * payment whose receipt is too large to read is unmatched, so that it holds up nobody else's.
 * @throws ChainUnavailableError when receipts and logs do not agree: a reorg in between, or a node that invents
 */
export async function readFacts(
  client: Pick<ChainClient, 'network' | 'getReceipts' | 'getAgreedBlocks'>,
  matches: readonly MatchedLog[],
): Promise<Facts> {
  const credited = matches.filter((match) => match.isCredited)
  const refused = matches.filter((match) => !match.isCredited)
  const unmatched = refused.map((match) => toUnmatched(client.network, match, match.reason))
  if (credited.length === 0) return { payments: [], unmatched }

  const [receipts, times] = await Promise.all([
    readReceipts(client, credited),
    readTimes(client, credited),
  ])
  const payments: DetectedPayment[] = []
  const isReadable = ({ log }: MatchedLog) => receipts.get(log.transactionHash) !== null
  const readable = credited.filter(isReadable)
  for (const match of credited.filter((some) => !isReadable(some))) {
    unmatched.push(toUnmatched(client.network, match, RECEIPT_UNREADABLE))
  }
  for (const [txHash, { receipt, logs }] of groupByTransaction(client, readable, receipts)) {
    const credits = creditedUnits(logs.map(({ log }) => log).filter(isErc20), receipt.logs)
    const gasUnits = logs.length === 1 ? receipt.costUnits : null
    for (const match of logs) {
      const { log } = match
      const credit = isErc20(log)
        ? (credits.get(log.logIndex) ?? NOTHING)
        : { units: log.amountUnits, from: receipt.from }
      if (credit.units === 0n) {
        unmatched.push(toUnmatched(client.network, match, 'nothing_arrived'))
        continue
      }
      const time = times.get(log.blockNumber)
      if (time === undefined) throw disagreement(client, `no time of the block of ${txHash}`)
      payments.push(toPayment(client.network, match, { credit, receipt, time, gasUnits }))
    }
  }
  return { payments, unmatched }
}

/** By transaction hash; `null` for one that is too large to read. */
type Receipts = ReadonlyMap<string, Receipt | null>

const NOTHING: Credit = { units: 0n, from: null }

function isErc20(log: PaymentLog): boolean {
  return log.kind === 'erc20'
}

async function readReceipts(
  client: Pick<ChainClient, 'getReceipts'>,
  matches: readonly MatchedLog[],
): Promise<Receipts> {
  const queries = new Map<string, ReceiptQuery>()
  for (const { log } of matches) {
    const { transactionHash, blockHash } = log
    const earlier = queries.get(transactionHash)?.logs ?? []
    queries.set(transactionHash, {
      transactionHash,
      blockHash,
      logs: [...earlier, ...logsThatMatter(log)],
    })
  }
  const receipts = await client.getReceipts([...queries.values()])
  return new Map([...queries.keys()].map((hash, index) => [hash, receipts[index] ?? null]))
}

/** The payment's own log, and for a token what it moved to the payee. */
function logsThatMatter(log: PaymentLog): ReceiptQuery['logs'] {
  const own = { addresses: [log.contract.toLowerCase()], topics: [null, [log.referenceTopic]] }
  if (log.token === null) return [own]
  const moved = {
    addresses: [log.token.toLowerCase()],
    topics: [[TOPICS.transfer], null, [asTopic(log.payee)]],
  }
  return [own, moved]
}

/** A word of the EVM in hex. */
const WORD_DIGITS = 64

function asTopic(address: string): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0')}`
}

/** Block times as ISO text. */
async function readTimes(
  client: Pick<ChainClient, 'network' | 'getAgreedBlocks'>,
  matches: readonly MatchedLog[],
): Promise<ReadonlyMap<bigint, string>> {
  const hashes = new Map(matches.map(({ log }) => [log.blockNumber, log.blockHash]))
  const blocks = await client.getAgreedBlocks([...hashes.keys()])
  const times = new Map<bigint, string>()
  for (const block of blocks) {
    if (block === null || block.hash !== hashes.get(block.number)) {
      throw disagreement(client, 'a block of a payment is not canonical')
    }
    times.set(block.number, new Date(block.timestampS * 1_000).toISOString())
  }
  return times
}

/** The matched logs of each transaction with its receipt, after the receipt has vouched for every one of them. */
function groupByTransaction(
  client: Pick<ChainClient, 'network'>,
  matches: readonly MatchedLog[],
  receipts: Receipts,
): ReadonlyMap<string, { receipt: Receipt; logs: MatchedLog[] }> {
  const groups = new Map<string, { receipt: Receipt; logs: MatchedLog[] }>()
  for (const match of matches) {
    const { log } = match
    const receipt = receipts.get(log.transactionHash)
    const vouches =
      receipt?.succeeded === true &&
      receipt.blockHash === log.blockHash &&
      receipt.logs.some(
        (own) =>
          own.logIndex === log.logIndex &&
          own.address === log.contract &&
          own.topics[1] === log.referenceTopic,
      )
    if (receipt === undefined || receipt === null || !vouches) {
      throw disagreement(client, `the receipt of ${log.transactionHash} does not hold its log`)
    }
    const group = groups.get(log.transactionHash) ?? { receipt, logs: [] }
    group.logs.push(match)
    groups.set(log.transactionHash, group)
  }
  return groups
}

function toPayment(
  network: Network,
  { log, request }: MatchedLog,
  facts: { credit: Credit; receipt: Receipt; time: string; gasUnits: bigint | null },
): DetectedPayment {
  return {
    requestId: request.id,
    tenantId: request.tenant_id,
    network: network.id,
    txHash: log.transactionHash,
    logIndex: log.logIndex,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    blockTime: facts.time,
    payer: checksumAddress(payerOf(network, facts.credit, facts.receipt), keccak256),
    payee: request.payee,
    tokenAddress: log.token,
    amountUnits: log.amountUnits,
    creditedUnits: facts.credit.units,
    feeUnits: log.feeUnits,
    feeAddress: log.feeUnits > 0n ? checksumAddress(log.feeAddress, keccak256) : null,
    isLate: request.expires_at !== null && facts.time > request.expires_at,
    gasUnits: facts.gasUnits,
  }
}

/**
 * Whose money it was: where the tokens came from, which is a smart wallet's own address too; the transaction's sender
 * when they came through the batch contract, or for the native coin.
 */
function payerOf(network: Network, credit: Credit, receipt: Receipt): string {
  const { BatchConversionPayments } = network.contracts
  const batches = [BatchConversionPayments, ...(BatchConversionPayments?.others ?? [])]
  const isThroughBatch = batches.some(
    (batch) => batch?.address.toLowerCase() === credit.from?.toLowerCase(),
  )
  return credit.from === null || isThroughBatch ? receipt.from : credit.from
}

function toUnmatched(
  network: Network,
  { log, request }: MatchedLog,
  reason: string,
): UnmatchedPayment {
  return {
    requestId: request.id,
    tenantId: request.tenant_id,
    network: network.id,
    txHash: log.transactionHash,
    logIndex: log.logIndex,
    blockNumber: log.blockNumber,
    contract: log.contract,
    tokenAddress: log.token,
    payee: log.payee,
    amountUnits: log.amountUnits,
    reason,
  }
}

function disagreement(client: Pick<ChainClient, 'network'>, reason: string): ChainUnavailableError {
  return new ChainUnavailableError(client.network.id, reason)
}
