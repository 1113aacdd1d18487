import { formatAmount } from '@secure-payment/core'
import type { RequestRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

/** A request that received more than its amount, for example because it was paid twice. */
export type Overpaid = {
  readonly requestId: string
  readonly reference: string | null
  /** The surplus, in the currency of the price. */
  readonly excess: string
  readonly currencyId: string
}

type Context = Pick<SignedInContext, 'client' | 'now'>

/** A request that last changed earlier is not returned; its own page still shows the surplus. */
const WITHIN_MS = 14 * 24 * 60 * 60 * 1_000
const PAGE_SIZE = '100'
/** The API has no filter for a surplus, so the newest paid requests are read. */
const MOST_PAGES = 3
/**
 * A surplus below this part of the amount needs no attention, because anyone can pay so little. The notices by e-mail have the same
 * limit.
 */
const DUST_DIVISOR = 10_000n

/** Finds the requests among the newest 300 paid ones that were paid too much in the last 14 days, newest first. */
export async function readOverpaid(
  { client, now }: Context,
  signal: AbortSignal,
): Promise<readonly Overpaid[]> {
  const found: Overpaid[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const next: { cursor?: string } = cursor === null ? {} : { cursor }
    const query = { status: 'paid', limit: PAGE_SIZE, ...next } as const
    const { requests, pagination } = await client.requests.list({ query }, { signal })
    const recent = requests.filter(({ updatedAt }) => Date.parse(updatedAt) > now() - WITHIN_MS)
    found.push(...recent.flatMap(toOverpaid))
    cursor = pagination.nextCursor
    if (cursor === null) break
  }
  return found
}

function toOverpaid(request: RequestRecord): Overpaid[] {
  const { requestId, reference, invoiceCurrencyId: currencyId } = request
  const expected = toUnits(request.requestAmount)
  const excess = toUnits(request.paidAmount) - expected
  if (excess <= 0n || excess * DUST_DIVISOR < expected) return []
  return [{ requestId, reference, excess: formatAmount(excess, PLACES), currencyId }]
}

/** The paid amount of a converted request has more decimals than its currency, at most as many as a token can have. */
const PLACES = 77

function toUnits(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(`${whole}${fraction.padEnd(PLACES, '0')}`)
}
