import { formatAmount, parseAmount, type Step } from '@secure-payment/core'
import { checksumAddress, hashHex } from '@secure-payment/core/evm'
import { findNetwork, type Network, type Token } from '@secure-payment/core/networks'
import {
  type ExpectedItem,
  mostToSend,
  type VerifiedBridgeCalls,
  verifyBridgeCalls,
} from '@secure-payment/core/verify'
import type { Calldata } from '../api.ts'
import type { Converter, VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { Cost, PayOption } from '../payOption.ts'
import type { BridgedPlan } from '../plan.ts'
import type { Review } from '../review.ts'
import { bridgeFee, withTotal } from '../steps/bridgeOptions.ts'
import type { PinCheck } from '../steps/pins.ts'
import { refused, refusing } from '../steps/refusals.ts'
import {
  type Due,
  duePayments,
  expectedItem,
  requireNetwork,
  reviewItem,
  spending,
  totals,
} from '../steps/verifyPayment.ts'

/** The inputs for verifying a payment from another chain. */
export type BridgedInput = {
  readonly payment: PaymentMetadata
  readonly calldata: Calldata
  readonly plan: BridgedPlan
  readonly checkPins: PinCheck
  /** This device's time at which the service sent the payment, in ms since the epoch. */
  readonly now: number
}

/**
 * Decides whether a payment from another chain may be signed. These conditions hold:
 * - chains, tokens, spender and contract are those of the registry;
 * - exactly the amount shown leaves the wallet;
 * - the known part of the payment on the destination is the payment shown.
 *
 * `quoter` returns the exact amount that must arrive for an invoice in another currency. Throws PaymentRefusedError.
 */
export function verifyBridged(
  input: BridgedInput,
  quoter: Converter | null = null,
): VerifiedPayment {
  const { payment, calldata, plan } = input
  const destination = requireNetwork(payment)
  const due = duePayments(payment, destination, quoter)
  input.checkPins(due, destination)
  const [one, ...others] = due
  if (one === undefined || others.length > 0 || (one.conversion && !one.conversion.quoted)) {
    throw refused('invalid_response', { reason: 'unsupported_crosschain' })
  }
  const { network, token } = requireSource(plan.option)
  const terms = expectedItem(one)
  const { decimals } = one.conversion ?? one
  const sourceUnits = readSourceAmount(calldata, { terms, decimals, token })
  const expected = { network, token: token.address, sourceAmountUnits: sourceUnits, destination }
  const calls = refusing(() => verifyBridgeCalls({ ...expected, terms }, calldata.transactions))
  const pay = calls.steps.at(-1)
  if (pay === undefined) throw refused('calldata_mismatch', { reason: 'no_payment' })
  const sourceAmount = formatAmount(sourceUnits, token.decimals)
  const cost = { symbol: token.symbol, amount: sourceAmount }
  return {
    payment,
    network,
    steps: calls.steps,
    pay,
    calldataHash: hashHex(pay.transaction.data),
    items: [terms],
    review: describe({ ...input, one, cost, calls, pay, network, destination }),
    converter: null,
    limits: new Map(),
    bridge: { plan, sourceAmount },
  }
}

/** Returns the response of the service that the payer reviewed. */
export function reviewedCalldata({ review, bridge, quote }: VerifiedPayment): Calldata {
  return {
    transactions: review.calldata,
    sourceAmount: bridge?.sourceAmount ?? null,
    hasEnoughBalance: null,
    hasEnoughGas: null,
    ...(quote !== undefined && quote !== null && { quote }),
  }
}

function requireSource({ network: id, symbol }: PayOption): { network: Network; token: Token } {
  const network = findNetwork(id)
  const token = network?.tokens.find((one) => one.symbol === symbol)
  if (network === undefined || token === undefined) {
    throw refused('unsupported_network', { network: id, token: symbol })
  }
  return { network, token }
}

/** Throws PaymentRefusedError if more leaves the wallet than a bridge charges for the amount that must arrive. */
function readSourceAmount(
  { sourceAmount }: Calldata,
  { terms, decimals, token }: { terms: ExpectedItem; decimals: number; token: Token },
): bigint {
  if (sourceAmount === null || sourceAmount === undefined) {
    throw refused('invalid_response', { reason: 'source_amount' })
  }
  const units = refusing(() => parseAmount(sourceAmount, token.decimals))
  const most = mostToSend(terms.amountUnits + terms.feeUnits, decimals, token.decimals)
  if (units > most) throw refused('calldata_mismatch', { reason: 'wrong_source_amount' })
  return units
}

type Facts = BridgedInput & {
  readonly one: Due
  readonly cost: Cost
  readonly calls: VerifiedBridgeCalls
  readonly pay: Step
  readonly network: Network
  readonly destination: Network
}

function describe({ calldata, plan: { bridge }, ...facts }: Facts): Review {
  const { one, cost, calls, pay, network, destination } = facts
  const [arriving] = spending([one])
  const [due] = totals([one])
  const { costs: estimates } = bridge
  const sums = { leaving: cost, arriving, due, decimals: one.decimals }
  return {
    items: [reviewItem(one, pay.transaction.to)],
    totalNeeded: totals([one]),
    spending: [cost],
    networkName: network.name,
    contractAddress: checksumAddress(pay.transaction.to),
    steps: calls.steps.map(({ kind }) => kind),
    allowances: calls.steps.map(({ kind, amountUnits }) => allowance(kind, amountUnits, cost)),
    verified: true,
    calldata: calldata.transactions,
    bridge: {
      ...bridge,
      network: network.id,
      fee: bridgeFee(cost, arriving),
      ...(estimates && { costs: refusing(() => withTotal(estimates, sums)) }),
      destinationName: destination.name,
      expiresAt: findExpiry(calldata, facts),
      isCarried: calls.destinationCall === 'verified',
    },
  }
}

/**
 * Returns the end of the bridge's price in ms since the epoch on this device's clock, which may differ from the service's. A price without
 * a readable end has ended.
 */
function findExpiry(
  { quoteExpiresAt }: Calldata,
  { payment, now }: Pick<BridgedInput, 'payment' | 'now'>,
): number {
  const leftMs = (quoteExpiresAt ?? 0) * 1_000 - Date.parse(payment.serverTime)
  return now + (leftMs > 0 ? leftMs : 0)
}

function allowance(kind: Step['kind'], units: bigint, cost: Cost): Cost | null {
  if (kind === 'pay') return null
  return units === 0n ? { ...cost, amount: '0' } : cost
}
