import type { ConvertedPlan } from '@secure-payment/core/ways'
import type { Rate } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { ConversionUnavailableError, RateTooOldError } from '../rates/errors.ts'
import type { Planned } from '../requests/requestPlan.ts'

/** The columns of a request that select and validate its rate. */
export type RatedRequest = Planned<
  Pick<Row<'requests'>, 'network' | 'invoice_currency' | 'payment_currency'>
>

/**
 * Reads the current conversion rates of requests on one network, in their order; `null` for a direct request. Rejects every rate that the
 * contract would reject, so that no payer pays gas for a failed payment.
 *
 * @throws ConversionUnavailableError, RateTooOldError, ChainUnavailableError
 */
export async function requireRates(
  context: Pick<Context, 'rates' | 'now'>,
  requests: readonly RatedRequest[],
): Promise<readonly (Rate | null)[]> {
  const plans = requests.map(({ plan }) => plan).filter((plan) => plan.way === 'converted')
  const [first] = requests
  if (first === undefined || plans.length === 0) return requests.map(() => null)
  const rates = await context.rates.read(
    first.network,
    plans.map(({ path }) => path),
  )
  const byPlan = new Map(plans.map((plan, index) => [plan, rates[index] ?? null]))
  return requests.map((request) => {
    const { plan } = request
    if (plan.way !== 'converted') return null
    return judgeRate(context, { request, plan }, byPlan.get(plan) ?? null)
  })
}

function judgeRate(
  { now }: Pick<Context, 'now'>,
  { request, plan }: { request: RatedRequest; plan: ConvertedPlan },
  rate: Rate | null,
): Rate {
  const facts = {
    network: request.network,
    invoiceCurrency: request.invoice_currency,
    paymentCurrency: request.payment_currency,
  }
  if (rate === null) throw new ConversionUnavailableError({ ...facts, reason: 'no_rate' })
  const { maxRateAgeS: maxAgeS } = plan
  if (maxAgeS === null) return rate
  const ageS = BigInt(Math.floor(now().getTime() / 1_000)) - rate.oldestTimestampS
  if (ageS > BigInt(maxAgeS)) throw new RateTooOldError({ ...facts, ageS, maxAgeS })
  return rate
}
