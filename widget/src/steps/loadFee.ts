import { parseAmount } from '@secure-payment/core'
import { list, optional, shape, text } from '../answer.ts'
import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { NetworkFee } from '../payOption.ts'
import type { Task } from './session.ts'

/** The maximum number of currencies that a payment accepts. */
const MAX_OPTIONS = 20

const fee = { amount: text, worth: optional(text) }
const walletOptions = shape({
  options: list(
    shape({ option: text, networkFee: shape({ ...fee, withPermit: optional(shape(fee)) }) }),
    MAX_OPTIONS,
  ),
  networkFee: optional(shape(fee)),
})

/**
 * Reads the estimated network fee of the reviewed payment: -> network_fee. The fee is in the native coin, with its worth in the invoice
 * currency if there is a rate. It informs the payer only: the wallet shows what it charges.
 */
export async function loadFee({ session, signal, tell }: Task, optionId: string): Promise<void> {
  const { account, verified } = session.state()
  if (account === null || verified === null) return
  const quote = verified.review.quote?.id
  const quotes = quote ? { quotes: [quote] } : {}
  const answer = await session.api.walletOptions({ wallet: account.address, ...quotes, signal })
  const fee = answer.kind === 'wallet_options' ? findFee(answer.said, verified) : undefined
  tell({ type: 'network_fee', optionId, fee })
}

/** Returns the fee in the service's response; undefined if the response is unreadable. */
function findFee(said: unknown, verified: VerifiedPayment): NetworkFee | undefined {
  try {
    return readFee(said, verified)
  } catch {
    return undefined
  }
}

function readFee(
  said: unknown,
  { payment, network, review }: VerifiedPayment,
): NetworkFee | undefined {
  const [item, ...others] = payment.items
  const { options, networkFee: ofBatch } = walletOptions(said, '')
  const own = options.find((one) => one.option === item?.paymentCurrency)?.networkFee
  const found = others.length > 0 ? ofBatch : (review.isByPermit && own?.withPermit) || own
  if (!found || item === undefined) return undefined
  const { amount, worth } = found
  const { symbol, decimals } = network.nativeCurrency
  parseAmount(amount, decimals, { allowZero: true })
  if (worth === null) return { symbol, amount, worth }
  parseAmount(worth, item.decimals, { allowZero: true })
  return { symbol, amount, worth: { symbol: item.symbol, amount: worth } }
}
