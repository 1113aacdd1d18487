import type { Context } from '../context.ts'
import type { NonEmpty } from '../nonEmpty.ts'
import { requireOption, selectOptions, withOption } from '../requests/requestOptions.ts'
import type { StoredItem, StoredSecurePayment } from './loadSecurePayment.ts'

/** Reads every way to pay a request that accepts several currencies, its own first; empty for other payments. */
export async function readAllOptions(
  db: Context['db'],
  [request]: NonEmpty<StoredItem>,
): Promise<readonly StoredItem[]> {
  if (request.option_count === 0) return []
  const others = await selectOptions(db, request.id)
  return [request, ...others.map((option) => withOption(request, option))]
}

/**
 * Returns a payment as if its chosen option were its only one, so that every call pays the option as it pays any payment. The payment's
 * own currency is always an option.
 *
 * @throws InvalidInputError naming `option`
 */
export function chooseOption(stored: StoredSecurePayment, currency: string): StoredSecurePayment {
  const { requests, options, optionRates, securePayment } = stored
  const chosen = requireOption(options.length === 0 ? requests : options, currency)
  const rate = optionRates[options.indexOf(chosen)]
  if (rate === undefined) return stored
  return {
    ...stored,
    requests: [chosen],
    rates: [rate],
    securePayment: { ...securePayment, network: chosen.network },
  }
}

/**
 * Returns a paid payment in the currency that paid it: in the chosen currency if any of it arrived, otherwise in another one that
 * arrived. Returns any other payment unchanged.
 */
export function choosePaid(stored: StoredSecurePayment): StoredSecurePayment {
  const { options, payments, requests, securePayment } = stored
  if (options.length === 0 || securePayment.status !== 'completed') return stored
  const paid = new Set(payments.map(({ payment_currency }) => payment_currency))
  if (paid.has(requests[0].payment_currency)) return stored
  const other = options.find(({ payment_currency }) => paid.has(payment_currency))
  return other === undefined ? stored : chooseOption(stored, other.payment_currency)
}
