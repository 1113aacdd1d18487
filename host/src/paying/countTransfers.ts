import { joinPayment, MAX_UINT256 } from '@secure-payment/core'
import { creditAtPrice, creditAtQuote } from '@secure-payment/core/conversion'
import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { type Quote, readQuotes } from '../quotes/quoteRows.ts'
import { type FeeColumns, payeePercentage } from '../requests/feePayments.ts'
import { parRate } from '../settlement/quotedRate.ts'
import type { PayableRequest } from './payable.ts'

type Transfer = Pick<Row<'intents'>, 'request_id' | 'promised_units'>
type PromisedRequest = Pick<
  PayableRequest,
  'id' | 'plan' | 'invoice_currency' | 'payment_currency'
> &
  FeeColumns

/**
 * Returns payments from other chains with their promised amounts in settlement units. The stored amounts are in units of the payment
 * currency, which differ for a request that is paid at a price. Then the amount counts at the quote for exactly this amount, otherwise at
 * the newest one. A fee that the payee bears counts too.
 */
export async function countTransfers<T extends Transfer>(
  { db }: Pick<Context, 'db'>,
  requests: readonly PromisedRequest[],
  transfers: readonly T[],
): Promise<readonly T[]> {
  const priced = new Map(requests.filter(isChanged).map((request) => [request.id, request]))
  const isCounted = ({ request_id, promised_units }: Transfer) =>
    promised_units !== null && request_id !== null && priced.has(request_id)
  if (!transfers.some(isCounted)) return transfers
  const quotes = await readQuotes({ db }, [...priced.keys()], new Date(0))
  return transfers.map((transfer) => {
    const { request_id, promised_units } = transfer
    const request = request_id === null ? undefined : priced.get(request_id)
    if (promised_units === null || request === undefined) return transfer
    const wholeUnits = addBorneFee(request, BigInt(promised_units))
    const units = countUnits(request, wholeUnits, quotes.get(request.id) ?? [])
    return { ...transfer, promised_units: units.toString() }
  })
}

function isChanged(request: PromisedRequest): boolean {
  return describeRequest(request.plan).pricing !== 'none' || payeePercentage(request) !== null
}

/** Adds a fee that the payee bears to the amount that the payee receives, in full, because the call that arrives contains it. */
function addBorneFee(request: PromisedRequest, amountUnits: bigint): bigint {
  const percentage = payeePercentage(request)
  return percentage === null
    ? amountUnits
    : joinPayment({ amountUnits, feeUnits: MAX_UINT256 }, percentage)
}

function countUnits(request: PromisedRequest, units: bigint, quotes: readonly Quote[]): bigint {
  if (describeRequest(request.plan).pricing === 'none') return units
  if (describeRequest(request.plan).pricing === 'par') return creditAtPrice(units, parRate(request))
  const own = quotes.filter((quote) => quote.payment_currency === request.payment_currency)
  const quote = own.find(({ payment_units }) => payment_units === units.toString()) ?? own[0]
  if (quote === undefined) return 0n
  return creditAtQuote(units, {
    invoiceUnits: BigInt(quote.invoice_units),
    paymentUnits: BigInt(quote.payment_units),
  })
}
