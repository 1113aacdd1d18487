import { isSameAddress, payStep } from '@secure-payment/core/evm'
import { DESTINATION_CALL_GAS, mostToSend } from '@secure-payment/core/verify'
import type { PaymentTerms } from '@secure-payment/core/ways'
import type { Bridge, BridgeQuery, BridgeQuote } from '../bridges/bridge.ts'
import { BridgeUnavailableError } from '../bridges/errors.ts'
import type { Destination, Source } from './sources.ts'

/**
 * A payment from another chain; `terms` are the terms of its destination. With `arriveWithinS`, a price fixes the amount, and the payment
 * must arrive within this time to count at that price.
 */
export type CrosschainPayment = {
  source: Source
  destination: Destination
  terms: PaymentTerms
  arriveWithinS: number | null
  wallet: string
}

/**
 * Requests from a bridge the transaction that makes a payment from another chain. The bridge delivers the amount and the fee, and spends
 * them with the call to ERC20FeeProxy that a payer on the destination chain would make. The watcher therefore finds the payment by its
 * reference. If that call fails, the payee receives everything. Null if there is no route, `too_slow` if it is too slow for the price.
 *
 * Checks the transaction's recipient, and the spender and amount of the payer's approval. The destination inside the transaction is not
 * checked, because every bridge encodes it differently.
 *
 * @throws BridgeUnavailableError
 */
export async function quotePayment(
  bridge: Bridge,
  payment: CrosschainPayment,
): Promise<BridgeQuote | 'too_slow' | null> {
  const quote = await bridge.quote(describeQuery(payment))
  if (quote === null) return null
  const broken = findBrokenPin(quote, payment)
  if (broken !== null) throw new BridgeUnavailableError('unsafe', broken)
  const { arriveWithinS } = payment
  return arriveWithinS !== null && quote.durationS > arriveWithinS ? 'too_slow' : quote
}

/** Returns the amount that the bridge must deliver on the destination chain: the payment's amount and its fee. */
export function dueUnits({ amountUnits, feeUnits }: PaymentTerms): bigint {
  return amountUnits + feeUnits
}

function describeQuery({ source, destination, terms, wallet }: CrosschainPayment): BridgeQuery {
  const { to, data } = payStep(destination.network, terms).transaction
  return {
    fromChainId: source.network.chainId,
    fromToken: source.token.address,
    fromAddress: wallet,
    toChainId: destination.network.chainId,
    toToken: destination.token.address,
    toUnits: dueUnits(terms),
    fallbackAddress: terms.payee,
    call: { to, data, gasLimit: DESTINATION_CALL_GAS },
  }
}

/**
 * Runs the checks that protect the payer, regardless of the bridge. Returns the first failure, described for operators; null if all checks
 * pass.
 */
function findBrokenPin(
  { transaction, approvalAddress, toMinUnits, fromUnits }: BridgeQuote,
  { source, destination, terms }: CrosschainPayment,
): string | null {
  if (!isSameAddress(transaction.to, source.diamond)) return 'another contract is called'
  if (!isSameAddress(approvalAddress, source.diamond)) return 'another contract is approved'
  if (transaction.chainId !== source.network.chainId) return 'the transaction is for another chain'
  if (transaction.value !== 0n) return 'the transaction sends native coins'
  if (fromUnits <= 0n) return 'no amount is sent'
  const most = mostToSend(dueUnits(terms), destination.token.decimals, source.token.decimals)
  if (fromUnits > most) return 'the amount sent exceeds what any bridge charges'
  return toMinUnits < dueUnits(terms) ? 'the amount that arrives may be below the amount due' : null
}
