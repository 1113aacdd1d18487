import { type FieldIssue, InvalidInputError } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import type { Context } from '../context.ts'
import { usdOf } from '../prices/usdOf.ts'
import { formatUsd } from '../rates/formatUsd.ts'
import { payerUnits } from '../requests/feePayments.ts'
import type { PlannedRequest } from '../requests/planRequest.ts'
import { RecurringUnavailableError } from './errors.ts'

/** An upper bound of the gas of a typical payment, which uses 120,000 to 155,000. */
const PAYMENT_GAS = 155_000n

/**
 * Rejects payments whose value is below their gas cost now, at the network's rates, because the relayer pays the gas. If the network has no
 * rate for the token or for its coin, only PAY_RELAY_DUST=strict rejects them.
 *
 * @throws InvalidInputError naming `amount`, RecurringUnavailableError, ChainUnavailableError
 */
export async function guardWorth(
  context: Pick<Context, 'chains' | 'config' | 'prices' | 'rates'>,
  request: PlannedRequest,
): Promise<void> {
  const { dust } = context.config.relay
  if (dust === 'allow') return
  const network = getNetwork(request.network)
  const { baseFeeUnits, priorityFeeUnits } = await context.chains.get(network.id).readFees()
  const coin = getCurrency(network.nativeCurrency.currencyId).currency
  const token = getCurrency(request.paymentCurrency).currency
  const movedUnits = payerUnits(request)
  const costUnits = PAYMENT_GAS * (baseFeeUnits + priorityFeeUnits)
  const [cost, worth] = await Promise.all([
    usdOf(context, { network, currency: coin, units: costUnits }),
    usdOf(context, { network, currency: token, units: movedUnits }),
  ])
  if (cost === null || worth === null) {
    if (dust !== 'strict') return
    throw new RecurringUnavailableError({ network: network.id, reason: 'worth_unknown' })
  }
  if (worth >= cost) return
  const issue: FieldIssue = {
    field: 'amount',
    code: 'amount_below_gas',
    message: `must be worth at least the gas of one payment, which is about ${formatUsd(cost)} USD on ${network.name} now`,
  }
  throw new InvalidInputError([issue])
}
