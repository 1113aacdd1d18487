import { escapeHtml } from '../http/escapeHtml.ts'
import type { PageWords } from '../http/pageWords.ts'

/** The maximum number of payees that the page lists, because a batch can have hundreds. */
const MAX_NAMED = 3
/** The characters at each end of a folded address: too many to find another address with the same ends by brute force. */
const HEAD = 10
const TAIL = 8

/**
 * Renders the recipient that the page shows with the merchant. The recipient is the merchant's verified domain; without such a
 * domain, it is the payees' addresses while the payment accepts money. The HTML contains no merchant text.
 */
export function renderStanding(
  {
    verifiedDomain,
    payees,
    isPayable,
  }: { verifiedDomain: string | null; payees: readonly string[]; isPayable: boolean },
  words: PageWords,
): string {
  if (verifiedDomain !== null) {
    return `<p class="standing verified">${MARK}<span><bdi dir="ltr">${escapeHtml(verifiedDomain)}</bdi><small>${words.verified}</small></span></p>\n`
  }
  if (!isPayable) return ''
  const rest = payees.length - MAX_NAMED
  const more = rest > 0 ? `<bdi dir="ltr">+${rest}</bdi>` : ''
  const list = payees.slice(0, MAX_NAMED).map((payee) => renderPayee(payee, words))
  const careful = payees.length === 1 ? words.careful : words.carefulOfAll
  return `<div class="standing unverified"><strong>${words.unverified}</strong><small>${words.goesTo}</small>${list.join('')}${more}<small>${careful}</small></div>\n`
}

/** Renders the ends of an address, which one press replaces with the full address. A shortened address has no more characters to show. */
function renderPayee(payee: string, { wholeAddress }: PageWords): string {
  if (payee.length <= HEAD + TAIL + 1) return `<bdi dir="ltr">${escapeHtml(payee)}</bdi>`
  const ends = escapeHtml(`${payee.slice(0, HEAD)}…${payee.slice(-TAIL)}`)
  return `<details class="payee"><summary><bdi dir="ltr">${ends}</bdi><span class="visually-hidden">${wholeAddress}</span></summary><bdi dir="ltr">${escapeHtml(payee)}</bdi></details>`
}

/** The check mark, which appears once per page. */
const MARK =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11"/><path d="m7 12.5 3.3 3.3L17 9"/></svg>'
