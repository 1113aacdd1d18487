import type { PageBranding } from '../branding/readPageBranding.ts'
import { escapeHtml } from './escapeHtml.ts'
import type { PageWords } from './pageWords.ts'

/** The maximum number of payees that the page lists, because a batch can have hundreds. */
const MAX_NAMED = 3

/**
 * Renders the recipient that the page shows above the payment. The recipient is the merchant's verified domain; without such a
 * domain, it is the payees' addresses while the payment accepts money. The HTML contains no merchant text. It is empty without a
 * payment.
 */
export function renderStanding(
  {
    verifiedDomain,
    payees,
    isPayable,
  }: Pick<PageBranding, 'verifiedDomain' | 'payees' | 'isPayable'>,
  words: PageWords,
): string {
  if (payees.length === 0) return ''
  if (verifiedDomain !== null) {
    return `<p class="standing verified">${MARK}<span><bdi dir="ltr">${escapeHtml(verifiedDomain)}</bdi><small>${words.verified}</small></span></p>\n`
  }
  if (!isPayable) return ''
  const rest = payees.length - MAX_NAMED
  const named = [...payees.slice(0, MAX_NAMED), ...(rest > 0 ? [`+${rest}`] : [])]
  const list = named.map((payee) => `<bdi dir="ltr">${escapeHtml(payee)}</bdi>`).join('')
  const careful = payees.length === 1 ? words.careful : words.carefulOfAll
  return `<p class="standing unverified"><span><small>${words.goesTo}</small>${list}<strong>${words.unverified}</strong><small>${careful}</small></span></p>\n`
}

/** The check mark, which appears once per page. */
const MARK =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11"/><path d="m7 12.5 3.3 3.3L17 9"/></svg>'
