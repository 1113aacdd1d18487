import { divide } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { FIAT_DECIMALS } from '@secure-payment/core/conversion'
import { getNetwork } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../context.ts'
import { usdOf } from '../prices/usdOf.ts'
import { payerUnits } from './feePayments.ts'
import type { PlannedRequest } from './planRequest.ts'

const UNITS_A_CENT = 10n ** BigInt(FIAT_DECIMALS - 2)
/** The maximum worth in cents: far above every limit, and even a sum of many is far below the maximum of both engines' integers. */
const MAX_CENTS = 10n ** 15n

/**
 * Returns the current worth of payouts with their fees in US cents, rounded up; null if any of them has no known rate. A worth of more
 * than 10 trillion dollars is returned as that amount.
 */
export async function payoutWorth(
  context: Pick<Context, 'prices' | 'rates'>,
  items: readonly PlannedRequest[],
  /** The number of payments for each item. */
  times: number,
): Promise<bigint | null> {
  const worths = await Promise.all(
    items.map((item) => {
      const { settlesIn } = describeRequest(item.plan)
      const id = settlesIn === 'payment_currency' ? item.paymentCurrency : item.invoiceCurrency
      return usdOf(context, {
        network: getNetwork(item.network),
        currency: getCurrency(id).currency,
        units: payerUnits(item) * BigInt(times),
      })
    }),
  )
  let units = 0n
  for (const worth of worths) {
    if (worth === null) return null
    units += worth
  }
  const cents = divide(units, UNITS_A_CENT, 'up')
  return cents > MAX_CENTS ? MAX_CENTS : cents
}
