import { formatAmount, InvalidInputError } from '@secure-payment/core'
import type { SecurePayment } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import { describeRequest, type PaymentTerms, termsOf } from '@secure-payment/core/ways'
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
import { UnsupportedCrosschainError } from './errors.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'
import { type Payable, paymentFacts } from './payable.ts'

/** The destination and the terms of a payment that arrives from another chain. */
export type Bridgeable = { destination: Destination; terms: PaymentTerms }

/**
 * Returns the payment from another chain that `chain` and `token` of a call select; null if the call names none, or the payment's own.
 *
 * @throws UnsupportedCrosschainError, AmountTooSmallForCrosschainError, InvalidInputError without a wallet
 */
export function chooseCrosschain(
  context: Pick<Context, 'config' | 'bridge'>,
  payable: Payable,
  asked: { chain?: string | undefined; token?: string | undefined; wallet: string | null },
): CrosschainPayment | null {
  const { chain, token, wallet } = asked
  if (chain === undefined || token === undefined) return null
  const { request } = payable
  const { symbol } = getCurrency(request.payment_currency)
  const own = { chain, token, ownChain: request.network, ownToken: symbol }
  const { bridging } = describeRequest(request.plan)
  if (bridging === 'not_on_tron') {
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
  const terms = termsOf(request.plan, paymentFacts(payable, destination.network))
  if (!isWorthBridging(terms, destination)) {
    throw new AmountTooSmallForCrosschainError({
      amount: formatAmount(dueUnits(terms), destination.token.decimals),
      symbol,
      network: request.network,
    })
  }
  if (wallet === null) throw missingWallet()
  return { source, destination, terms, wallet }
}

/**
 * Returns where a payment from another chain must arrive, and its terms. Returns null if no such payment is possible: for example,
 * for a bank payout or a small amount.
 */
export function findBridgeable(
  context: Pick<Context, 'config' | 'bridge'>,
  payable: Payable,
): Bridgeable | null {
  const { request } = payable
  const destination = findDestination(context, request)
  if (destination === null) return null
  const terms = termsOf(request.plan, paymentFacts(payable, destination.network))
  return isWorthBridging(terms, destination) ? { destination, terms } : null
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
function isWorthBridging(terms: PaymentTerms, { token }: Destination): boolean {
  return dueUnits(terms) > 10n ** BigInt(token.decimals)
}

function missingWallet(): InvalidInputError {
  const message = 'is required to pay from another chain: the bridge quotes for one payer'
  return new InvalidInputError([{ field: 'wallet', code: 'required', message }])
}
