import type { PaymentLog } from '@secure-payment/core/evm'
import type { Hex } from 'viem'
import type { ChainClient } from '../chains/chainClient.ts'
import { creditedUnits } from '../payments/creditedUnits.ts'
import type { UnmatchedPayment } from '../settlement/detectedPayment.ts'
import { withinMs } from '../withinMs.ts'
import { findReferences } from './findReferences.ts'
import { logsThatMatter } from './logsThatMatter.ts'
import { notationOf } from './notationOf.ts'
import { payerOf } from './payerOf.ts'

/** The maximum number of transactions read per range, because any sender may create more. */
const MAX_TRANSACTIONS = 50
/** The maximum time that recording waits for these reads. */
const DEADLINE_MS = 2_000

type TraceClient = Pick<ChainClient, 'network' | 'getReceipts' | 'findTransaction'>

/**
 * Adds the payer, as most nodes report it, and the reference, if it is unknown, to unmatched payments. The merchant needs both to arrange
 * a refund with the payer. Payer and reference stay `null` if they cannot be read within `DEADLINE_MS`, and for transactions
 * beyond `MAX_TRANSACTIONS`.
 */
export async function traceUnmatched(
  client: TraceClient,
  logs: readonly PaymentLog[],
  unmatched: readonly UnmatchedPayment[],
): Promise<readonly UnmatchedPayment[]> {
  const { txHash: hashOf } = notationOf(client.network)
  const placeOf = (log: PaymentLog) => `${hashOf(log.transactionHash)} ${log.logIndex}`
  const wanted = new Set(unmatched.map(({ txHash, logIndex }) => `${txHash} ${logIndex}`))
  const sought = wanted.size === 0 ? [] : logs.filter((log) => wanted.has(placeOf(log)))
  const byHash = [...Map.groupBy(sought, (log) => log.transactionHash)].slice(0, MAX_TRANSACTIONS)
  if (byHash.length === 0) return unmatched
  const unread = new Set(
    unmatched.filter(({ paymentReference }) => paymentReference === null).map((one) => one.txHash),
  )
  const hashes = byHash.map(([hash]) => hash).filter((hash) => unread.has(hashOf(hash)))
  const [payers, references] = await Promise.all([
    withinMs(DEADLINE_MS, readPayers(client, byHash)),
    withinMs(DEADLINE_MS, readReferences(client, hashes)),
  ])
  const byPlace = new Map(payers?.map(({ log, payer }) => [placeOf(log), payer]))
  return unmatched.map((payment) => ({
    ...payment,
    payer: byPlace.get(`${payment.txHash} ${payment.logIndex}`) ?? null,
    paymentReference: payment.paymentReference ?? references?.get(payment.referenceTopic) ?? null,
  }))
}

async function readPayers(
  client: TraceClient,
  byHash: readonly (readonly [Hex, readonly PaymentLog[]])[],
): Promise<readonly { log: PaymentLog; payer: string }[]> {
  const { wallet } = notationOf(client.network)
  const receipts = await client.getReceipts(
    byHash.map(([transactionHash, ofTransaction]) => ({
      transactionHash,
      blockHash: ofTransaction[0]?.blockHash ?? '0x',
      logs: ofTransaction.flatMap((log) => logsThatMatter(client.network, log)),
    })),
  )
  return byHash.flatMap(([, ofTransaction], index) => {
    const receipt = receipts[index]
    if (!receipt) return []
    const tokens = ofTransaction.filter(({ kind }) => kind === 'erc20')
    const credits = creditedUnits(tokens, receipt.logs)
    return ofTransaction.map((log) => {
      const credit = credits.get(log.logIndex) ?? { units: 0n, from: null }
      return { log, payer: wallet(payerOf(client.network, { log, credit }, receipt)) }
    })
  })
}

/** Reads the references of these transactions, by their topics. One failed read does not affect the others. */
async function readReferences(
  client: TraceClient,
  hashes: readonly Hex[],
): Promise<ReadonlyMap<string, Hex>> {
  const found = await Promise.allSettled(hashes.map((hash) => client.findTransaction(hash)))
  return new Map(
    found.flatMap((one) =>
      one.status === 'fulfilled' && one.value !== null ? [...findReferences(one.value.input)] : [],
    ),
  )
}
