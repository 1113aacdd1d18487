import { webUrl } from '../answer.ts'
import type { Ended } from '../api.ts'
import { linkWords } from '../text/linkWords.ts'

/**
 * Describes the token of a reusable link. The screen leads the payer to the link's hosted page, and the browser's console states the remedy
 * for developers.
 */
export function describeLink(token: string, problem: unknown): Ended {
  console.warn(
    `<secure-payment> shows no payment: the token ${token} belongs to a reusable link. For each payer, call POST /v2/secure-payments/${token}/open and set the token that it returns.`,
  )
  const url = webUrl(Object(problem).securePaymentUrl, '')
  const link = { url, say: linkWords }
  return { kind: 'unavailable', reason: 'not_payable', retryAt: null, payment: null, link }
}
