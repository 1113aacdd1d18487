import { formatAmount, InvalidInputError } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import { describeRequest, type PaymentTerms, termsOf } from '@secure-payment/core/ways'
import type { Context } from '../../context.ts'
import { AmountTooSmallForCrosschainError } from '../../crosschain/errors.ts'
import { type CrosschainPayment, dueUnits } from '../../crosschain/quotePayment.ts'
import { type Destination, findDestination, listSources } from '../../crosschain/sources.ts'
import { chainLabel, isChain } from '../chainLabel.ts'
import { UnsupportedCrosschainError } from './errors.ts'
import type { Payable } from './payable.ts'
import { paymentFacts } from './paymentFacts.ts'

/** The destination and the terms of a payment that arrives from another chain. */
export type Bridgeable = { destination: Destination; terms: PaymentTerms }

/**
 * The payment that `chain` and `token` of a call select: null where it names none, or the payment's own chain and
 * token.
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

/** Null when a payment cannot come from another chain, as one that ends in a bank account, or is too small to. */
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

/** More than one unit, which is about a dollar, fee included. */
function isWorthBridging(terms: PaymentTerms, { token }: Destination): boolean {
  return dueUnits(terms) > 10n ** BigInt(token.decimals)
}

function missingWallet(): InvalidInputError {
  const message = 'is required to pay from another chain: the bridge quotes for one payer'
  return new InvalidInputError([{ field: 'wallet', code: 'required', message }])
}
