import {
  type BatchFeeShare,
  batchFeeAddress,
  batchFees,
  MAX_UINT256,
  type Step,
} from '@secure-payment/core'
import type { Quote } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { convertUnits, maxToSpendUnits, slippageOf } from '@secure-payment/core/conversion'
import type { BatchFee } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import {
  describeRequest,
  joinPlans,
  type PayerState,
  type PaymentTerms,
  termsOf,
  ways,
} from '@secure-payment/core/ways'
import type { Rate } from '../chains/chainClient.ts'
import { codecOf } from '../chains/chainCodec.ts'
import type { Context } from '../context.ts'
import type { NonEmpty } from '../nonEmpty.ts'
import { describeQuote } from '../quotes/describeQuote.ts'
import { ConversionUnavailableError } from '../rates/errors.ts'
import { BatchUnsupportedError } from '../requests/errors.ts'
import { findBatchFee } from '../requests/findBatchFee.ts'
import { serveNetwork } from '../requests/serveNetwork.ts'
import { type Payable, paymentFacts } from './payable.ts'
import { type Means, NATIVE, readMeans, readPayer } from './readMeans.ts'
import { type QuotedPayable, requireQuotes } from './requireQuotes.ts'
import { requireRates } from './requireRates.ts'

/** The steps that a payer needs to pay, and whether the wallet's balances suffice. */
export type PlannedSteps = {
  network: Network
  steps: readonly Step[]
  /**
   * The amounts that leave the wallet, fees included, in base units, by the token's key (or `NATIVE`). For a conversion, the
   * amount is the maximum, with which the payment succeeds at any rate within its slippage.
   */
  neededUnits: ReadonlyMap<string, bigint>
  /** The fee that the batch contract charges on top; null if the contract charges none. */
  batchFee: PlannedBatchFee | null
  /** The quote that fixes the amount of a quoted payment; null for any other. */
  quote: Quote | null
  /** The wallet's balances and costs; null without a wallet, or if no node responded. */
  means: Means | null
}

/** The prices of requests, with one entry per request in `rates` and `quotes`, and the batch contract's fee for a batch. */
export type Priced = {
  /** Null for a request that no contract converts. */
  rates: readonly (Rate | null)[]
  /** Null for a request that is not quoted. */
  quotes: readonly (QuotedPayable | null)[]
  fee: BatchFee
}

/** The fee that the batch contract charges for a batch. */
export type PlannedBatchFee = {
  /** Basis points. */
  bps: number
  /** The address that receives the fee according to the calldata. */
  address: string
  /** The fees, one per currency in which the contract charges. */
  shares: readonly BatchFeeShare[]
}

/** The parts of a host that planning needs. */
export type PlanContext = Pick<
  Context,
  'config' | 'chains' | 'contracts' | 'db' | 'log' | 'now' | 'prices' | 'rates'
>

/**
 * Plans the payment of one or more requests on one network, at the current rates. With a wallet, its allowances and balances are read in
 * one round trip. If no node responds, or without a wallet, approvals are assumed to be needed.
 *
 * @throws UnsupportedNetworkError when the host no longer serves the network; for a conversion also ConversionUnavailableError,
 * RateTooOldError, ChainUnavailableError; for a quoted request QuoteRequiredError; for a batch also BatchFeeSetError
 */
export async function planSteps(
  context: PlanContext,
  payables: NonEmpty<Payable>,
  wallet: string | null,
): Promise<PlannedSteps> {
  // This check runs before the chain's rates are read.
  const served = serveNetwork(context.config, payables[0].request.network, '')
  const requests = payables.map(({ request }) => request)
  const [rates, quotes, fee] = await Promise.all([
    requireRates(context, requests),
    requireQuotes(context, payables),
    findBatchFee(context, served, payables.length),
  ])
  const priced = { rates, quotes, fee }
  const anyones = planStepsOfAnyone(context, payables, priced)
  if (wallet === null) return anyones
  const { network, steps: unknown, neededUnits } = anyones
  const tokens = [...neededUnits.keys()].filter((token) => token !== NATIVE)
  const spender = unknown.find((step) => step.kind === 'approve')?.spender ?? null
  const state = await readPayer(context, network.id, { wallet, tokens, spender })
  if (state === null) return anyones

  const payer: PayerState = { address: wallet, allowanceUnits: state.allowanceUnits }
  const steps = planPayment(network, payables, priced).stepsOf(payer)
  const facts = { wallet, state, steps, payables, neededUnits }
  const means = await readMeans(context, network, facts)
  return means === null ? anyones : { ...anyones, steps, means }
}

/**
 * Plans the steps for an unknown wallet, which is assumed to need every approval.
 *
 * @throws UnsupportedNetworkError, ConversionUnavailableError
 */
export function planStepsOfAnyone(
  context: Pick<Context, 'config'>,
  payables: NonEmpty<Payable>,
  priced: Priced,
): PlannedSteps {
  const network = serveNetwork(context.config, payables[0].request.network, '')
  const { terms, stepsOf } = planPayment(network, payables, priced)
  const steps = stepsOf({ address: null, allowanceUnits: null })
  const { fee, quotes } = priced
  const neededUnits = sumByToken(network, terms, fee)
  const batchFee = planBatchFee(terms, fee)
  return {
    network,
    steps,
    neededUnits,
    batchFee,
    quote: describeFirst(payables, quotes),
    means: null,
  }
}

/** Describes the quote of the only request, or null; quoted requests are never items of a batch. */
function describeFirst(
  [{ request }]: NonEmpty<Payable>,
  [quoted = null]: Priced['quotes'],
): Quote | null {
  const quote = quoted?.quote ?? null
  return quote === null ? null : describeQuote(request, quote)
}

/** Returns whether a step is an approval. */
export function isApproval(step: Step): boolean {
  return step.kind !== 'pay'
}

/** Splits planned steps into the approvals and the payment that follows them. */
export function splitSteps({ steps }: PlannedSteps): { approvals: readonly Step[]; payment: Step } {
  const payment = steps.find((step) => !isApproval(step))
  if (payment === undefined) throw new TypeError('A plan of steps always ends with the payment.')
  return { approvals: steps.filter(isApproval), payment }
}

/** Builds the terms of one or more requests on one network, and the steps that pay them all. */
function planPayment(
  network: Network,
  payables: NonEmpty<Payable>,
  { rates, quotes, fee }: Priced,
): { terms: readonly PaymentTerms[]; stepsOf(payer: PayerState): readonly Step[] } {
  const [first, ...others] = payables
  const termsAt = (payable: Payable, index: number) =>
    planTerms(network, payable, { rate: rates[index] ?? null, quoted: quotes[index] ?? null })
  const firstTerms = termsAt(first, 0)
  const terms = [firstTerms, ...others.map((payable, index) => termsAt(payable, index + 1))]
  const plan = joinPlans([first.request.plan, ...others.map(({ request }) => request.plan)])
  if (plan.way !== 'batch') {
    return { terms, stepsOf: (payer) => ways[plan.way].steps(network, firstTerms, payer) }
  }
  if (!plan.items.every((item) => describeRequest(item).isBatchable)) {
    throw new BatchUnsupportedError({ network: network.id, field: '' })
  }
  return { terms, stepsOf: (payer) => ways.batch.steps(network, terms, payer, fee) }
}

function planTerms(
  network: Network,
  payable: Payable,
  { rate, quoted }: { rate: Rate | null; quoted: QuotedPayable | null },
): PaymentTerms {
  const { plan } = payable.request
  const facts = paymentFacts(payable, network)
  if (plan.way === 'quoted') {
    if (quoted === null) throw new TypeError(`Request ${payable.request.id} has no quoted amount.`)
    const { amountUnits, feeUnits } = quoted
    return termsOf(plan, { ...facts, amountUnits, feeUnits })
  }
  if (plan.way !== 'converted') return termsOf(plan, facts)
  return termsOf(plan, { ...facts, maxToSpendUnits: planMostToSpend(payable, rate) })
}

function planMostToSpend({ request, amountUnits, fee }: Payable, rate: Rate | null): bigint {
  const facts = {
    network: request.network,
    invoiceCurrency: request.invoice_currency,
    paymentCurrency: request.payment_currency,
  }
  if (rate === null) throw new ConversionUnavailableError({ ...facts, reason: 'no_rate' })
  const units = maxToSpendUnits({
    amountUnits,
    feeUnits: fee?.units ?? 0n,
    rate: rate.rate,
    slippageBps: slippageOf(getCurrency(request.payment_currency).currency),
  })
  // The contract would transfer nothing to the payee, but the payer would still pay gas.
  if (convertUnits(amountUnits, rate.rate) === 0n || units > MAX_UINT256) {
    throw new ConversionUnavailableError({ ...facts, reason: 'no_amount' })
  }
  return units
}

/** Plans the fee that the batch contract charges on top of some payments; null if it charges none. */
function planBatchFee(terms: readonly PaymentTerms[], fee: BatchFee): PlannedBatchFee | null {
  if (fee.bps === 0) return null
  return { bps: fee.bps, address: batchFeeAddress(terms), shares: batchFees(terms, fee) }
}

/**
 * Sums the amounts that the wallet must hold, by token. The batch contract requires the wallet to hold the fee on tokens, even if it
 * charges none on them.
 */
function sumByToken(
  network: Network,
  terms: readonly PaymentTerms[],
  { bps }: BatchFee,
): Map<string, bigint> {
  const { tokenKey } = codecOf(network)
  const sums = new Map<string, bigint>()
  for (const { token, amountUnits, feeUnits, conversion } of terms) {
    const key = token === null ? NATIVE : tokenKey(token)
    const units = conversion?.maxToSpendUnits ?? amountUnits + feeUnits
    sums.set(key, (sums.get(key) ?? 0n) + units)
  }
  for (const { token, units } of batchFees(terms, { bps, tokenBps: bps })) {
    const key = token === null ? NATIVE : tokenKey(token)
    sums.set(key, (sums.get(key) ?? 0n) + units)
  }
  return sums
}
