import { getCurrency } from '@secure-payment/core/catalogue'
import { findNetwork } from '@secure-payment/core/networks'
import type { ChainClient } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import { bridgeFeeOf } from '../settlement/bridgeFee.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'

/** The maximum number of requests per statement, within both engines' parameter limits. */
const IDS_A_STATEMENT = 500

/**
 * Adds the source to payments that came over a bridge. The conditions are:
 *
 * - the host follows a source transaction of their request
 * - that transaction ordered exactly this amount and paid for it
 * - the tokens did not come from the sender of the transaction on this chain, as they would in a direct payment
 *
 * A stranger who sends dust therefore cannot relabel a smart wallet's payment. The bridge's report arrives later, and labels payments that
 * were recorded before their source was known (`relabelPayment`).
 *
 * @throws ChainUnavailableError
 */
export async function linkIntents(
  context: Pick<Context, 'db' | 'config'>,
  client: Pick<ChainClient, 'getAgreedTransaction'>,
  payments: readonly DetectedPayment[],
): Promise<readonly DetectedPayment[]> {
  const { lifi } = context.config
  const direct = payments.filter(isPlain)
  if (lifi === null || direct.length === 0) return payments
  const free = await findFreeIntents(context, [...new Set(direct.map((one) => one.requestId))])
  if (free.size === 0) return payments
  const linked: DetectedPayment[] = []
  for (const payment of payments) {
    const waiting = isPlain(payment) ? free.get(payment.requestId) : undefined
    const intent = waiting?.find((one) => BigInt(one.promised_units) === payment.amountUnits)
    if (intent === undefined || (await isPaidOnTheSpot(client, payment))) {
      linked.push(payment)
      continue
    }
    waiting?.splice(waiting.indexOf(intent), 1)
    const { sender, source_network: network, tx_hash: txHash, currency } = intent
    const { source_units, source_gas_units } = intent
    linked.push({
      ...payment,
      type: 'crosschain',
      payer: sender,
      // The bridge paid this transaction's gas; the payer paid the gas of the source transaction.
      gasUnits: source_gas_units === null ? null : BigInt(source_gas_units),
      gasWorth: intent.source_gas_worth,
      crosschain: {
        network,
        txHash,
        currency,
        sentUnits: source_units === null ? null : BigInt(source_units),
        bridgeFeeUnits: keptOf(intent, payment),
        detectionSource: 'request-network',
        note: null,
      },
    })
  }
  return linked
}

/** Returns whether a bridge may have made the payment; a bridge also pays requests in another currency, at a quote. */
function isPlain({ type }: DetectedPayment): boolean {
  return type === 'direct' || type === 'conversion'
}

/** Returns the part of the sent amount that the bridge kept; null if unknown. */
function keptOf(
  { source_network, currency, source_units }: FreeIntent,
  { paymentCurrency, creditedUnits, feeUnits, feeAddress }: DetectedPayment,
): bigint | null {
  const source = findNetwork(source_network)
  if (source === undefined) return null
  const sentUnits = source_units === null ? null : BigInt(source_units)
  const { decimals } = getCurrency(paymentCurrency).currency
  const arrivedUnits = creditedUnits + (feeAddress === null ? 0n : feeUnits)
  return bridgeFeeOf({ source, currency, sentUnits, decimals }, arrivedUnits)
}

type FreeIntent = {
  sender: string
  source_network: string
  tx_hash: string
  currency: string
  source_units: string | null
  source_gas_units: string | null
  source_gas_worth: string | null
  promised_units: string
}

/** Finds verified source transactions without a payment, by request, oldest first. */
async function findFreeIntents(
  { db }: Pick<Context, 'db'>,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, FreeIntent[]>> {
  const free = new Map<string, FreeIntent[]>()
  for (let at = 0; at < requestIds.length; at += IDS_A_STATEMENT) {
    const rows = await db.kysely
      .selectFrom('intents')
      .select([
        'request_id',
        'sender',
        'source_network',
        'tx_hash',
        'currency',
        'source_units',
        'source_gas_units',
        'source_gas_worth',
        'promised_units',
      ])
      .where('request_id', 'in', requestIds.slice(at, at + IDS_A_STATEMENT))
      .where('status', 'in', ['tracking', 'unanswered', 'failed'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payments')
              .select('payments.id')
              .whereRef('payments.source_tx_hash', '=', 'intents.tx_hash')
              .whereRef('payments.request_id', '=', 'intents.request_id'),
          ),
        ),
      )
      .orderBy('id')
      .execute()
    for (const { request_id, sender, source_network, promised_units, ...intent } of rows) {
      if (request_id === null || sender === null || source_network === null) continue
      if (promised_units === null) continue
      const intents = free.get(request_id) ?? []
      free.set(request_id, [...intents, { ...intent, sender, source_network, promised_units }])
    }
  }
  return free
}

/**
 * Returns whether the tokens came from the transaction's sender; true if the transaction is unknown. A bridge's tokens come from the
 * bridge's contract.
 */
async function isPaidOnTheSpot(
  client: Pick<ChainClient, 'getAgreedTransaction'>,
  { txHash, payer }: DetectedPayment,
): Promise<boolean> {
  const transaction = await client.getAgreedTransaction(`0x${txHash.slice(2)}`)
  return transaction === null || transaction.from === payer?.toLowerCase()
}
