import { formatAmount, InvalidInputError } from '@secure-payment/core'
import type { Quote, SecurePayment } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import { describeRequest, termsOf } from '@secure-payment/core/ways'
import type { Context } from '../context.ts'
import { chainLabel, isChain } from '../crosschain/chainLabel.ts'
import { AmountTooSmallForCrosschainError } from '../crosschain/errors.ts'
import { type CrosschainPayment, dueUnits } from '../crosschain/quotePayment.ts'
import {
  type Destination,
  findDestination,
  listSources,
  type Source,
} from '../crosschain/sources.ts'
import { ensureDefined } from '../ensureDefined.ts'
import { describeQuote } from '../quotes/describeQuote.ts'
import { QuoteRequiredError } from '../quotes/errors.ts'
import { graceOf } from '../quotes/graceOf.ts'
import { partialQuote } from './atNamedQuote.ts'
import { UnsupportedCrosschainError } from './errors.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'
import { isPartAtRate, type Payable, paymentFacts } from './payable.ts'
import { requireBridgeAmounts } from './requireQuotes.ts'

/** The destination and the terms of a payment that arrives from another chain, and the quote that fixes its amount, if one does. */
export type Bridgeable = Pick<CrosschainPayment, 'destination' | 'terms' | 'arriveWithinS'> & {
  quote: Quote | null
}

type BridgeContext = Pick<Context, 'config' | 'bridge' | 'db' | 'now'>

/**
 * Returns the payment from another chain that `chain` and `token` of a call select; null if the call names none, or the payment's own.
 *
 * @throws UnsupportedCrosschainError, AmountTooSmallForCrosschainError, InvalidInputError without a wallet, QuoteRequiredError
 */
export async function chooseCrosschain(
  context: BridgeContext,
  payable: Payable,
  asked: { chain?: string | undefined; token?: string | undefined; wallet: string | null },
): Promise<(CrosschainPayment & { quote: Quote | null }) | null> {
  const { chain, token, wallet } = asked
  if (chain === undefined || token === undefined) return null
  const { request } = payable
  const { symbol } = getCurrency(request.payment_currency)
  const own = { chain, token, ownChain: request.network, ownToken: symbol }
  const { bridging } = describeRequest(request.plan)
  if (bridging === 'not_on_tron' || getNetwork(request.network).family === 'tron') {
    throw new UnsupportedCrosschainError({ ...own, because: 'tron' })
  }
  if (isChain(getNetwork(request.network), chain) && token === symbol) return null
  if (bridging === 'not_to_fiat') {
    throw new UnsupportedCrosschainError({ ...own, because: 'fiat' })
  }
  const destination = findDestination(context, request)
  const sources = destination === null ? [] : listSources(context, destination)
  const source = sources.find((one) => isChain(one.network, chain) && one.token.symbol === token)
  if (destination === null || source === undefined) {
    const ways = sources.map((one) => `${one.token.symbol} on ${chainLabel(one.network)}`)
    throw new UnsupportedCrosschainError({ ...own, sources: ways })
  }
  if (isPartAtRate(payable)) throw partialQuote()
  const bridgeable = await planArrival(context, payable, destination)
  const { terms } = bridgeable
  if (!isWorthBridging(bridgeable)) {
    throw new AmountTooSmallForCrosschainError({
      amount: formatAmount(dueUnits(terms), destination.token.decimals),
      symbol,
      network: request.network,
    })
  }
  if (wallet === null) throw missingWallet()
  return { ...bridgeable, source, wallet }
}

/**
 * Returns where a payment from another chain must arrive, and its terms. Returns null if no such payment is possible, for example for a
 * bank payout, a small amount, or an amount without the quote that it needs.
 */
export async function findBridgeable(
  context: BridgeContext,
  payable: Payable,
): Promise<Bridgeable | null> {
  const destination = findDestination(context, payable.request)
  if (destination === null || isPartAtRate(payable)) return null
  try {
    const bridgeable = await planArrival(context, payable, destination)
    return isWorthBridging(bridgeable) ? bridgeable : null
  } catch (error) {
    if (error instanceof QuoteRequiredError) return null
    throw error
  }
}

/**
 * Plans the payment that arrives: a direct one. An amount at a market price must arrive while its quote, with its grace period, still holds.
 *
 * @throws QuoteRequiredError
 */
async function planArrival(
  context: BridgeContext,
  payable: Payable,
  destination: Destination,
): Promise<Bridgeable> {
  const { amountUnits, feeUnits, quote } = await requireBridgeAmounts(context, payable)
  const facts = paymentFacts(payable, destination.network)
  const terms = termsOf({ way: 'direct' }, { ...facts, amountUnits, feeUnits })
  if (quote === null) return { destination, terms, quote: null, arriveWithinS: null }
  const heldMs = Date.parse(quote.expires_at) + graceOf(context) - context.now().getTime()
  const described = describeQuote(payable.request, quote)
  return { destination, terms, quote: described, arriveWithinS: Math.floor(heldMs / 1_000) }
}

/** Returns the other chain and token that a page names, if a bridge can carry the payment from there; otherwise null. */
export function findSource(
  context: Pick<Context, 'bridge' | 'config'>,
  { requests }: Pick<StoredSecurePayment, 'requests'>,
  { chain, token }: { chain: string; token: string },
): Source | null {
  const [request, ...others] = requests
  if (others.length > 0) return null
  const destination = findDestination(context, request)
  if (destination === null) return null
  const sources = listSources(context, destination)
  return sources.find((one) => isChain(one.network, chain) && one.token.symbol === token) ?? null
}

/**
 * Accepts only the chain of the payment itself, by the network's id or its name in routes, and one of its tokens.
 *
 * @throws UnsupportedCrosschainError
 */
export function guardSameChain(
  own: {
    network: string
    items: readonly {
      symbol: string
      conversion?: { symbol: string } | null
      quoted?: { symbol: string } | undefined
    }[]
  },
  asked: { chain?: string | undefined; token?: string | undefined },
): void {
  const { chain, token } = asked
  if (chain === undefined || token === undefined) return
  const network = getNetwork(own.network)
  const symbols = own.items.map((item) => (item.conversion ?? item.quoted ?? item).symbol)
  if (isChain(network, chain) && symbols.includes(token)) return
  const ownToken = ensureDefined(symbols[0], 'An item')
  throw new UnsupportedCrosschainError({ chain, token, ownChain: network.id, ownToken })
}

/**
 * Rejects `chain` and `token` for a batch, because no bridge supports a batch's single transaction for all its tokens. A host
 * without a bridge accepts the batch's own chain.
 *
 * @throws UnsupportedCrosschainError
 */
export function guardBatchChain(
  context: Pick<Context, 'bridge'>,
  payment: SecurePayment,
  asked: { chain?: string | undefined; token?: string | undefined },
): void {
  if (context.bridge === null) {
    guardSameChain(payment, asked)
    return
  }
  const { chain, token } = asked
  if (chain === undefined || token === undefined) return
  const ownToken = ensureDefined(payment.items[0], 'An item').symbol
  throw new UnsupportedCrosschainError({
    chain,
    token,
    ownChain: payment.network,
    ownToken,
    because: 'batch',
  })
}

/** Returns whether the amount, including the fee, is more than one unit, which is about a dollar. */
function isWorthBridging({ terms, destination }: Bridgeable): boolean {
  return dueUnits(terms) > 10n ** BigInt(destination.token.decimals)
}

function missingWallet(): InvalidInputError {
  const message = 'is required to pay from another chain: the bridge quotes for one payer'
  return new InvalidInputError([{ field: 'wallet', code: 'required', message }])
}
