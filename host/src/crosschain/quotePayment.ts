import { isSameAddress, payStep } from '@secure-payment/core/evm'
import type { PaymentTerms } from '@secure-payment/core/kinds'
import { DESTINATION_CALL_GAS } from '@secure-payment/core/verify'
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
 * Asks a bridge for the transaction that makes a payment from another chain: the bridge delivers amount and fee, and makes the very
 * call on ERC20FeeProxy with them that a payer on the spot would make, so that the watcher finds the payment by its reference. Should
 * that call fail, the payee gets everything. Null when there is no way. What the source transaction says of the destination is the
 * bridge's own encoding and not checked here; whom it is sent to, whom the payer approves and for how much is.
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

/** What leaves the bridge on the destination chain: the amount and the fee on it. */
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

/** What the payer is safe by, whichever bridge answers; a text for operators, null = all holds. */
function findBrokenPin(
  { transaction, approvalAddress, toMinUnits, fromUnits }: BridgeQuote,
  { source, terms }: CrosschainPayment,
): string | null {
  if (!isSameAddress(transaction.to, source.diamond)) return 'another contract is called'
  if (!isSameAddress(approvalAddress, source.diamond)) return 'another contract is approved'
  if (transaction.chainId !== source.network.chainId) return 'the transaction is for another chain'
  if (transaction.value !== 0n) return 'the transaction takes native coins'
  if (fromUnits <= 0n) return 'nothing is sent'
  return toMinUnits < dueUnits(terms) ? 'less than is owed may arrive' : null
}
