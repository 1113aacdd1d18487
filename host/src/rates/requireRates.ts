import type { Rate } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { parsePath } from '../payments/parsePath.ts'
import { ConversionUnavailableError, RateTooOldError } from './errors.ts'

/** The facts that select and judge a rate. */
export type ConvertedRequest = Pick<
  Row<'requests'>,
  'network' | 'invoice_currency' | 'payment_currency' | 'conversion_path' | 'max_rate_age_s'
>

/**
 * The present conversion rates of requests of one network, in their order; `null` for a direct one. Refuses all that
 * the contract would refuse, so that no payer pays gas for it.
 *
 * @throws ConversionUnavailableError, RateTooOldError, ChainUnavailableError
 */
export async function requireRates(
  context: Pick<Context, 'rates' | 'now'>,
  requests: readonly ConvertedRequest[],
): Promise<readonly (Rate | null)[]> {
  const converted = requests.filter((request) => request.conversion_path !== null)
  const [first] = converted
  if (first === undefined) return requests.map(() => null)
  const rates = await context.rates.read(first.network, converted.map(parsePath))
  const byRequest = new Map(converted.map((request, index) => [request, rates[index] ?? null]))
  return requests.map((request) => {
    if (request.conversion_path === null) return null
    return judgeRate(context, request, byRequest.get(request) ?? null)
  })
}

function judgeRate(
  { now }: Pick<Context, 'now'>,
  request: ConvertedRequest,
  rate: Rate | null,
): Rate {
  const facts = {
    network: request.network,
    invoiceCurrency: request.invoice_currency,
    paymentCurrency: request.payment_currency,
  }
  if (rate === null) throw new ConversionUnavailableError({ ...facts, reason: 'no_rate' })
  const maxAgeS = request.max_rate_age_s
  if (maxAgeS === null) return rate
  const ageS = BigInt(Math.floor(now().getTime() / 1_000)) - rate.oldestTimestampS
  if (ageS > BigInt(maxAgeS)) throw new RateTooOldError({ ...facts, ageS, maxAgeS })
  return rate
}
