import { formatAmount, InvalidInputError } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import type { PaymentTerms } from '@secure-payment/core/kinds'
import { getNetwork } from '@secure-payment/core/networks'
import type { Context } from '../../context.ts'
import { AmountTooSmallForCrosschainError } from '../../crosschain/errors.ts'
import { type CrosschainPayment, dueUnits } from '../../crosschain/quotePayment.ts'
import { type Destination, findDestination, listSources } from '../../crosschain/sources.ts'
import { chainLabel, isChain } from '../chainLabel.ts'
import { directTerms } from './directTerms.ts'
import { UnsupportedCrosschainError } from './errors.ts'
import type { Payable } from './payable.ts'

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
  if (getNetwork(request.network).family === 'tron') {
    throw new UnsupportedCrosschainError({ ...own, because: 'tron' })
  }
  if (isChain(getNetwork(request.network), chain) && token === symbol) return null
  if (isForOfframp(request)) {
    throw new UnsupportedCrosschainError({ ...own, because: 'fiat' })
  }
  const destination = findDestination(context, request)
  const sources = destination === null ? [] : listSources(context, destination)
  const source = sources.find((one) => isChain(one.network, chain) && one.token.symbol === token)
  if (destination === null || source === undefined) {
    const ways = sources.map((one) => `${one.token.symbol} on ${chainLabel(one.network)}`)
    throw new UnsupportedCrosschainError({ ...own, sources: ways })
  }
  const terms = directTerms(payable, destination.network)
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
  if (isForOfframp(payable.request)) return null
  const destination = findDestination(context, payable.request)
  if (destination === null) return null
  const terms = directTerms(payable, destination.network)
  return isWorthBridging(terms, destination) ? { destination, terms } : null
}

/**
 * A bridge delivers less than was sent, by an amount that is not known in advance: an offramp begins with the whole
 * amount.
 */
function isForOfframp({ offramp_provider = null }: Payable['request']): boolean {
  return offramp_provider !== null
}

/** More than one unit, which is about a dollar, fee included. */
function isWorthBridging(terms: PaymentTerms, { token }: Destination): boolean {
  return dueUnits(terms) > 10n ** BigInt(token.decimals)
}

function missingWallet(): InvalidInputError {
  const message = 'is required to pay from another chain: the bridge quotes for one payer'
  return new InvalidInputError([{ field: 'wallet', code: 'required', message }])
}
