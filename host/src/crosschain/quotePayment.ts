import { isSameAddress, payStep } from '@secure-payment/core/evm'
import { DESTINATION_CALL_GAS, mostToSend } from '@secure-payment/core/verify'
import type { PaymentTerms } from '@secure-payment/core/ways'
import type { Bridge, BridgeQuery, BridgeQuote } from '../bridges/bridge.ts'
import { BridgeUnavailableError } from '../bridges/errors.ts'
import type { Destination, Source } from './sources.ts'

/** A payment from another chain; `terms` are those that its destination is paid by. */
export type CrosschainPayment = {
  source: Source
  destination: Destination
  terms: PaymentTerms
  wallet: string
}

/**
 * Asks a bridge for the transaction that makes a payment from another chain. The bridge delivers amount and fee, and
 * makes the same call on ERC20FeeProxy with them as a payer on that chain. So the watcher finds the payment by its
 * reference. Should that call fail, the payee gets everything. Null when there is no route.
 *
 * The destination inside the source transaction is in the bridge's own encoding and is not checked here. Its recipient,
 * and the payer's approval with its spender and amount, are checked.
 *
 * @throws BridgeUnavailableError
 */
export async function quotePayment(
  bridge: Bridge,
  payment: CrosschainPayment,
): Promise<BridgeQuote | null> {
  const quote = await bridge.quote(describeQuery(payment))
  if (quote === null) return null
  const broken = findBrokenPin(quote, payment)
  if (broken !== null) throw new BridgeUnavailableError('unsafe', broken)
  return quote
}

/** The amount that leaves the bridge on the destination chain: the amount and the fee on it. */
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

/** The checks that protect the payer, for any bridge; a text for operators, null = all pass. */
function findBrokenPin(
  { transaction, approvalAddress, toMinUnits, fromUnits }: BridgeQuote,
  { source, destination, terms }: CrosschainPayment,
): string | null {
  if (!isSameAddress(transaction.to, source.diamond)) return 'another contract is called'
  if (!isSameAddress(approvalAddress, source.diamond)) return 'another contract is approved'
  if (transaction.chainId !== source.network.chainId) return 'the transaction is for another chain'
  if (transaction.value !== 0n) return 'the transaction sends native coins'
  if (fromUnits <= 0n) return 'nothing is sent'
  const most = mostToSend(dueUnits(terms), destination.token.decimals, source.token.decimals)
  if (fromUnits > most) return 'more is sent than any bridge charges'
  return toMinUnits < dueUnits(terms) ? 'less than is owed may arrive' : null
}
