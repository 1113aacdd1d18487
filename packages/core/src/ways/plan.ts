/**
 * The way in which a payment is made. A host parses it from a stored request, and the element from the API's response, each in one place.
 * All later code dispatches on `way`.
 */
export type PaymentPlan = RequestPlan | BatchPlan | BridgedPlan

/** The way to pay one request. */
export type RequestPlan = RequestPlans[RequestWayId]

/** The plans for one request, by way to pay. */
export type RequestPlans = {
  direct: DirectPlan
  converted: ConvertedPlan
  tron: TronPlan
  scheduled: ScheduledPlan
  bank_payout: BankPayoutPlan
  quoted: QuotedPlan
}

/** The ids of the ways to pay one request. */
export type RequestWayId = keyof RequestPlans

/** A payment in the invoice currency, on an EVM network. */
export type DirectPlan = { readonly way: 'direct' }

/** A payment in a currency other than the invoice's, which a contract converts at the rates along a path. */
export type ConvertedPlan = {
  readonly way: 'converted'
  readonly path: ConversionPath
  /** The age in seconds beyond which a rate is too old; null for no limit. */
  readonly maxRateAgeS: number | null
}

/** Hashes of two or more currencies, from the invoice currency to the payment currency. */
export type ConversionPath = readonly [string, string, ...string[]]

/** A payment in a TRC-20 token, on Tron. */
export type TronPlan = { readonly way: 'tron' }

/** A payment that a recurring payout's contract makes when it falls due; the payer sends nothing. */
export type ScheduledPlan = { readonly way: 'scheduled'; readonly recurringPaymentId: string }

/** A payment to the deposit address of an offramp provider, which pays it out to a bank account. */
export type BankPayoutPlan = { readonly way: 'bank_payout'; readonly provider: string }

/**
 * A payment in a currency other than the invoice's, for which the host fixes the amount. Only the host has the price: on chain it is a
 * plain payment.
 */
export type QuotedPlan = { readonly way: 'quoted'; readonly pricing: Pricing }

/**
 * The price of a quoted payment:
 *
 * - `par`: both currencies are the same asset, so one unit is worth one unit.
 * - `market`: the host reads the market's price, and fixes it for a few minutes in a quote.
 */
export type Pricing = 'par' | 'market'

/** A payment of two or more requests in one transaction. */
export type BatchPlan = {
  readonly way: 'batch'
  readonly items: readonly [RequestPlan, RequestPlan, ...RequestPlan[]]
}

/** A payment from another chain over a bridge, which makes the direct payment on arrival. */
export type BridgedPlan = { readonly way: 'bridged'; readonly arrival: DirectPlan }

/** Returns the plan to pay some requests: the request's own plan, or a batch of several. */
export function joinPlans([first, second, ...others]: readonly [RequestPlan, ...RequestPlan[]]):
  | RequestPlan
  | BatchPlan {
  return second === undefined ? first : { way: 'batch', items: [first, second, ...others] }
}
