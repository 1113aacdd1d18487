import { parseAmount } from '@secure-payment/core'
import { findNetwork } from '@secure-payment/core/networks'
import type { Converter } from '../machine/verifiedPayment.ts'
import type { PaymentItem, PaymentMetadata } from '../paymentMetadata.ts'
import { atQuote } from '../quotes/atQuote.ts'
import type { Quote } from '../quotes/parseQuote.ts'
import { loadListed } from '../steps/listedTokens.ts'
import { refused, refusing, WRONG_AMOUNT } from '../steps/refusals.ts'
import type { Session } from '../steps/session.ts'
import { duePayments } from '../steps/verifyPayment.ts'
import type { Listed } from './listing.ts'

/**
 * Checks the amount of a row. It must be exactly the amount due with its fee, at the listed rate, at the quote or at par. Throws
 * PaymentRefusedError.
 */
export async function assertAmount(
  session: Session,
  payment: PaymentMetadata,
  { listed, quote, amount }: { listed: Listed; quote: Quote | null; amount: string },
): Promise<void> {
  const [own] = payment.items
  const network = findNetwork(listed.chain.id)
  if (own === undefined || network === undefined) return
  const described: PaymentMetadata = {
    ...payment,
    network: network.id,
    chain: { ...payment.chain, id: network.id },
    items: [describeItem(own, listed)],
  }
  const priced = quote === null ? described : atQuote(described)
  const [converter] = await Promise.all([
    loadConverter(session, listed, quote),
    loadListed(session, described),
  ])
  const [due] = duePayments(priced, network, converter)
  if (due === undefined) return
  const { conversion, amountUnits, feeUnits } = due
  const units = conversion?.estimateUnits ?? amountUnits + feeUnits
  const decimals = conversion?.decimals ?? due.decimals
  const isRight = refusing(() => parseAmount(amount, decimals, { allowZero: true })) === units
  if (!isRight) throw refused('invalid_response', { reason: WRONG_AMOUNT })
}

function describeItem(own: PaymentItem, listed: Listed): PaymentItem {
  const { option, tokenAddress, payee, paymentReference, conversion, quoted } = listed
  return {
    ...own,
    paymentCurrency: option,
    tokenAddress,
    isNativeCurrency: tokenAddress === null,
    payee,
    paymentReference,
    conversion,
    quoted,
  }
}

async function loadConverter(
  { loadPart }: Pick<Session, 'loadPart'>,
  { conversion, quoted }: Listed,
  quote: Quote | null,
): Promise<Converter | null> {
  if (quote === null && conversion !== null)
    return loadPart('convert', () => import('../steps/convert.ts'))
  if (quote === null && quoted === null) return null
  const { createQuoter } = await loadPart('quoter', () => import('../quotes/createQuoter.ts'))
  return createQuoter(quote)
}
