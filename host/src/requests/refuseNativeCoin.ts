import type { ResolvedCurrency } from '@secure-payment/core/catalogue'
import type { Network } from '@secure-payment/core/networks'
import { UnpayableCurrencyError } from './errors.ts'

/**
 * Rejects Tron's native coin, which pays for energy and bandwidth and which no proxy accepts.
 *
 * @throws UnpayableCurrencyError
 */
export function refuseNativeCoin(
  network: Network,
  { payment, field }: { payment: ResolvedCurrency; field: string },
): void {
  if (!payment.isNative || network.family !== 'tron') return
  throw new UnpayableCurrencyError({
    currency: payment.currency.id,
    network: network.id,
    payable: network.tokens.map(({ currencyId }) => currencyId),
    field,
  })
}
