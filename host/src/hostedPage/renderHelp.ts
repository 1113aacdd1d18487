import { escapeHtml } from '../http/escapeHtml.ts'
import type { PageLanguage } from '../http/pageWords.ts'
import { type HelpWords, helpWords } from './helpWords.ts'

/** Renders the card of a page without the element: the reason, the payer's next action, a further link, and the link back to the shop. */
export function renderHelp(
  { title, action, link }: HelpWords & { link?: { url: string; text: string } },
  back: { url: string | null; label: string | null },
  language: PageLanguage,
): string {
  return `<section class="panel alone">${MARK}
<h2>${title}</h2>
<p class="muted">${action}</p>
${link === undefined ? '' : `<p class="onward"><a href="${escapeHtml(link.url)}">${link.text}</a></p>\n`}${renderBack(back, language)}</section>
`
}

/** The service stores only http and https URLs. */
function renderBack(
  { url, label }: { url: string | null; label: string | null },
  language: PageLanguage,
): string {
  if (url === null) return ''
  const text = label ?? helpWords[language].backTo(new URL(url).host)
  return `<a class="button" href="${escapeHtml(url)}"><bdi>${escapeHtml(text)}</bdi></a>\n`
}

const MARK =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.5"/><path d="M12 11.25V16M12 8.25h.01"/></svg>'
