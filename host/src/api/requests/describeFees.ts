import { formatAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import type { Row } from '../../db/schema.ts'
import { NO_PRICE } from '../../settlement/detectedPayment.ts'
import { formatSource } from '../../settlement/formatSource.ts'
import { settlementDecimals } from '../../settlement/settlementDecimals.ts'
import { readGasWorth } from '../../settlement/worthOfGas.ts'
import type { StoredRequest } from './loadRequest.ts'

type Fees = Output<typeof api.requests.get>['fees']
type Fee = NonNullable<Fees>[number]

/**
 * Describes the payers' costs on top of the amounts, in the order of the payments:
 *
 * - gas, if the transaction made only this payment
 * - the platform's fee
 * - the amount that a bridge kept
 *
 * Before the first payment, describes the planned fee, in the amount's currency.
 */
export function describeFees(request: StoredRequest, payments: readonly Row<'payments'>[]): Fee[] {
  if (payments.length === 0) return plannedFee(request)
  return payments.flatMap((row) => [...gasFee(row), ...paidFee(row), ...bridgeFee(row)])
}

function paidFee({ fee_units, fee_address, payment_currency }: Row<'payments'>): Fee[] {
  if (fee_units === '0' || fee_address === null) return []
  const { currency, symbol } = getCurrency(payment_currency)
  const amount = formatAmount(BigInt(fee_units), currency.decimals)
  return [platformFee({ amount, currency: symbol, receiverAddress: fee_address })]
}

function plannedFee(request: StoredRequest): Fee[] {
  if (request.fee_units === '0' || request.fee_address === null) return []
  return [
    platformFee({
      amount: formatAmount(BigInt(request.fee_units), settlementDecimals(request)),
      currency: getCurrency(request.invoice_currency).symbol,
      receiverAddress: request.fee_address,
    }),
  ]
}

function platformFee(fee: { amount: string; currency: string; receiverAddress: string }): Fee {
  return { type: 'platform', provider: 'onchain', ...fee }
}

function bridgeFee({ bridge_fee_units, source_network, source_currency }: Row<'payments'>): Fee[] {
  if (bridge_fee_units === null || source_network === null || source_currency === null) return []
  const source = { network: source_network, symbol: source_currency }
  const amount = formatSource(BigInt(bridge_fee_units), source)
  if (amount === null) return []
  const { network, symbol: currency } = source
  return [{ type: 'crosschain', provider: 'lifi', amount, currency, network }]
}

/** Returns the gas of the payer's transaction, which is on the source network if a bridge carried the payment. */
function gasFee(row: Row<'payments'>): Fee[] {
  const { gas_units, source_network, invoice_currency } = row
  if (gas_units === null) return []
  const network = source_network ?? row.network
  const { symbol: currency, decimals } = getNetwork(network).nativeCurrency
  const amount = formatAmount(BigInt(gas_units), decimals)
  const fee: Fee = { type: 'gas', provider: network, amount, currency, network }
  const worth = readGasWorth(row)
  if (worth === null) return [fee]
  const worthCurrency = getCurrency(invoice_currency).symbol
  if (worth !== NO_PRICE) return [{ ...fee, worth, worthCurrency }]
  return [{ ...fee, worth: null, worthCurrency, noWorthReason: NO_PRICE }]
}
