import { setTimeout as delay } from 'node:timers/promises'
import { formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { FIAT_DECIMALS, findConversionPath, unconvertUnits } from '@secure-payment/core/conversion'
import type { Network } from '@secure-payment/core/networks'
import type { ChainClient } from '../chains/chainClient.ts'
import { arrivedUnits, type DetectedPayment } from '../settlement/detectedPayment.ts'

/** The maximum time for which recording waits for these rates. */
const DEADLINE_MS = 2_000
/** The maximum number of blocks whose rates are read, newest first: after an outage, recording takes priority. */
const MAX_BLOCKS = 10

/** A payment worth this much (10^30 dollars) or more is made in freely minted test tokens, because the API accepts no amount as large. */
export const ABSURD_UNITS = 10n ** BigInt(30 + FIAT_DECIMALS)

const USD = getCurrency('USD').currency

/**
 * Adds the value in US dollars to payments: the invoiced amount if the invoice was in dollars, otherwise the received amount at its block's
 * rate. If the rate cannot be read at once, or would yield an absurd value, the value stays unknown; this function never fails.
 */
export async function addUsdWorth(
  client: Pick<ChainClient, 'network' | 'readRates'>,
  payments: readonly DetectedPayment[],
): Promise<readonly DetectedPayment[]> {
  const known = payments.filter(isInvoicedInUsd)
  const others = payments.filter((payment) => !isInvoicedInUsd(payment))
  const worths = new Map<DetectedPayment, bigint>()
  for (const payment of known) worths.set(payment, arrivedUnits(payment))
  if (others.length > 0) {
    const done = new AbortController()
    const isLate = delay(DEADLINE_MS, undefined, { signal: done.signal, ref: false })
    const read = readWorths(client, others, worths)
    await Promise.race([read, isLate]).catch(() => {})
    done.abort()
  }
  return payments.map((payment) => {
    const units = worths.get(payment)
    if (units === undefined || units >= ABSURD_UNITS) return payment
    return { ...payment, amountInUsd: formatAmount(units, FIAT_DECIMALS) }
  })
}

function isInvoicedInUsd({ invoiceCurrency }: DetectedPayment): boolean {
  return invoiceCurrency === USD.id
}

/**
 * Reads block by block, newest first, and stops at the first block without a response from any node, because fewer nodes
 * keep older states.
 */
async function readWorths(
  client: Pick<ChainClient, 'network' | 'readRates'>,
  payments: readonly DetectedPayment[],
  worths: Map<DetectedPayment, bigint>,
): Promise<void> {
  const paths = findPaths(client.network, payments)
  const priced = payments.filter((payment) => paths.has(payment.paymentCurrency))
  const blocks = [...Map.groupBy(priced, (payment) => payment.blockNumber)]
  const newest = blocks.sort(([a], [b]) => Number(b - a)).slice(0, MAX_BLOCKS)
  for (const [blockNumber, ofBlock] of newest) {
    const currencies = [...new Set(ofBlock.map((payment) => payment.paymentCurrency))]
    const rates = await client.readRates(
      currencies.map((id) => paths.get(id) ?? []),
      blockNumber,
    )
    for (const payment of ofBlock) {
      const rate = rates[currencies.indexOf(payment.paymentCurrency)]
      if (rate === null || rate === undefined) continue
      worths.set(payment, unconvertUnits(payment.creditedUnits, rate.rate))
    }
  }
}

/** Finds the conversion path from the dollar to each payment currency that has one, by currency id. */
function findPaths(
  network: Network,
  payments: readonly DetectedPayment[],
): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>()
  for (const id of new Set(payments.map((payment) => payment.paymentCurrency))) {
    const path = findConversionPath(network, USD, getCurrency(id).currency)
    if (path !== null) paths.set(id, path)
  }
  return paths
}
