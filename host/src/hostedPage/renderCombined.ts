import type { SecurePayment } from '@secure-payment/core/api'
import type { PageLanguage } from '../http/pageWords.ts'
import { type CombinedWords, combinedWords } from './combinedWords.ts'
import { renderHelp } from './renderHelp.ts'

/** The link that pays the payout of an earlier link. */
type CombinedInto = NonNullable<SecurePayment['combinedInto']>

/**
 * Renders the card of a payout link that was combined with others: the payout's state, and a link to the console. The console shows the
 * combined link, with the other payouts, to members of the merchant account only.
 */
export function renderCombined(
  payment: SecurePayment,
  combinedInto: CombinedInto,
  { authUrl, language }: { authUrl: string; language: PageLanguage },
): string {
  const { title, actions, open } = combinedWords[language]
  const action = actions[stateOf(payment, combinedInto)]
  const back = { url: payment.redirectUrl, label: payment.redirectLabel }
  const [requestId = ''] = payment.requestIds
  const link = { url: `${authUrl}/console/payouts/links/${requestId}`, text: open }
  return renderHelp({ title, action, link }, back, language)
}

function stateOf(
  { items }: SecurePayment,
  { status }: CombinedInto,
): keyof CombinedWords['actions'] {
  if (items.every(({ remainingAmount }) => remainingAmount === '0')) return 'paid'
  return status === 'pending' ? 'waiting' : 'over'
}
