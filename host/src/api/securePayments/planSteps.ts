import { batchFees, MAX_UINT256, type Step } from '@secure-payment/core'
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
import type { Rate } from '../../chains/chainClient.ts'
import { findServedNetwork } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { NonEmpty } from '../../nonEmpty.ts'
import { ConversionUnavailableError } from '../../rates/errors.ts'
import { requireRates } from '../../rates/requireRates.ts'
import { codecOf } from '../../requests/chainCodec.ts'
import { BatchUnsupportedError, UnsupportedNetworkError } from '../../requests/errors.ts'
import { findBatchFee } from '../../requests/findBatchFee.ts'
import { judgeMeans, type Means, NATIVE, readPayer } from './judgeMeans.ts'
import type { Payable } from './payable.ts'
import { paymentFacts } from './paymentFacts.ts'
import { type PlannedBatchFee, planBatchFee } from './planBatchFee.ts'
import { readCost } from './readCost.ts'

/** The steps that a payer needs to pay, and whether the wallet's means suffice. */
export type PlannedSteps = {
  network: Network
  steps: readonly Step[]
  /**
   * The amount that leaves the wallet by the token's key (or `NATIVE`), fees included, in base units. For a conversion,
   * it is the maximum: with that amount the payment succeeds at any rate within its slippage.
   */
  neededUnits: ReadonlyMap<string, bigint>
  /** The fee that the batch contract charges on top; null where it charges none. */
  batchFee: PlannedBatchFee | null
  /** Null: no wallet was given, or no node answered. */
  means: Means | null
}

/** The parts of a host that planning needs. */
export type PlanContext = Pick<Context, 'config' | 'chains' | 'contracts' | 'log' | 'now' | 'rates'>

/**
 * Plans how to pay some requests of one network, at the present rates. With a wallet its allowances and balances are
 * read in one round trip; when no node answers, and without a wallet, approvals are assumed to be needed.
 *
 * @throws UnsupportedNetworkError when the host no longer serves the network; for a conversion also
 * ConversionUnavailableError, RateTooOldError, ChainUnavailableError; for a batch also BatchFeeSetError
 */
export async function planSteps(
  context: PlanContext,
  payables: NonEmpty<Payable>,
  wallet: string | null,
): Promise<PlannedSteps> {
  // Runs before rates are read from its chain.
  const served = serveNetwork(context, payables[0].request.network)
  const requests = payables.map(({ request }) => request)
  const [rates, fee] = await Promise.all([
    requireRates(context, requests),
    findBatchFee(context, served, payables.length),
  ])
  const anyones = planStepsOfAnyone(context, payables, rates, fee)
  if (wallet === null) return anyones
  const { network, steps: unknown, neededUnits, batchFee } = anyones
  const tokens = [...neededUnits.keys()].filter((token) => token !== NATIVE)
  const spender = unknown.find((step) => step.kind === 'approve')?.spender ?? null
  const state = await readPayer(context, network.id, { wallet, tokens, spender })
  if (state === null) return anyones

  const payer: PayerState = { address: wallet, allowanceUnits: state.allowanceUnits }
  const steps = planPayment(network, payables, { rates, fee }).stepsOf(payer)
  const cost = await readCost(context, network, { wallet, state, steps, payables })
  if (cost === null) return anyones
  const means = judgeMeans(state, { neededUnits, cost })
  return { network, steps, neededUnits, batchFee, means }
}

/**
 * Plans the same for an unknown wallet: every approval is assumed to be needed. `rates` are those of the requests,
 * `null` for a direct one; `fee` is the fee of the batch contract for several.
 *
 * @throws UnsupportedNetworkError, ConversionUnavailableError
 */
export function planStepsOfAnyone(
  context: Pick<Context, 'config'>,
  payables: NonEmpty<Payable>,
  rates: readonly (Rate | null)[],
  fee: BatchFee,
): PlannedSteps {
  const network = serveNetwork(context, payables[0].request.network)
  const { terms, stepsOf } = planPayment(network, payables, { rates, fee })
  const steps = stepsOf({ address: null, allowanceUnits: null })
  const neededUnits = sumByToken(network, terms, fee)
  return { network, steps, neededUnits, batchFee: planBatchFee(terms, fee), means: null }
}

/** Whether a step only allows what the payment needs. */
export function isApproval(step: Step): boolean {
  return step.kind !== 'pay'
}

/** The approvals of planned steps, and the payment that follows them. */
export function splitSteps({ steps }: PlannedSteps): { approvals: readonly Step[]; payment: Step } {
  const payment = steps.find((step) => !isApproval(step))
  if (payment === undefined) throw new TypeError('A plan of steps always ends with the payment.')
  return { approvals: steps.filter(isApproval), payment }
}

function serveNetwork({ config }: Pick<Context, 'config'>, id: string): Network {
  const network = findServedNetwork(config, id)?.network
  if (network !== undefined) return network
  const served = config.networks.map((entry) => entry.network.id)
  throw new UnsupportedNetworkError({ network: id, served, field: '' })
}

/** The terms of some requests of one network, and the steps that pay them all. */
function planPayment(
  network: Network,
  payables: NonEmpty<Payable>,
  { rates, fee }: { rates: readonly (Rate | null)[]; fee: BatchFee },
): { terms: readonly PaymentTerms[]; stepsOf(payer: PayerState): readonly Step[] } {
  const [first, ...others] = payables
  const firstTerms = planTerms(network, first, rates[0] ?? null)
  const terms = [
    firstTerms,
    ...others.map((payable, index) => planTerms(network, payable, rates[index + 1] ?? null)),
  ]
  const plan = joinPlans([first.request.plan, ...others.map(({ request }) => request.plan)])
  if (plan.way !== 'batch') {
    return { terms, stepsOf: (payer) => ways[plan.way].steps(network, firstTerms, payer) }
  }
  if (!plan.items.every((item) => describeRequest(item).isBatchable)) {
    throw new BatchUnsupportedError({ network: network.id, field: '' })
  }
  return { terms, stepsOf: (payer) => ways.batch.steps(network, terms, payer, fee) }
}

function planTerms(network: Network, payable: Payable, rate: Rate | null): PaymentTerms {
  const { plan } = payable.request
  const facts = paymentFacts(payable, network)
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
  // The contract would move nothing to the payee, and the payer would pay for it.
  if (convertUnits(amountUnits, rate.rate) === 0n || units > MAX_UINT256) {
    throw new ConversionUnavailableError({ ...facts, reason: 'no_amount' })
  }
  return units
}

/** The contract requires its fee on tokens in the wallet, even while that fee is zero. */
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
