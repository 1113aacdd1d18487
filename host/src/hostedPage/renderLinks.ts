import type { SecurePayment } from '@secure-payment/core/api'
import { escapeHtml } from '../http/escapeHtml.ts'
import { type PageLanguage, pageWords } from '../http/pageWords.ts'
import { type ElementWords, elementWords } from './elementWords.ts'

/** Renders the links to the merchant’s contact, terms and privacy notice; empty without any. The service has checked their URLs. */
export function renderLinks(
  { supportUrl, supportEmail, termsUrl, privacyUrl }: SecurePayment['merchant'],
  language: PageLanguage,
): string {
  const words = elementWords[language]
  const links = [
    renderLink(supportUrl, pageWords[language].contact, words),
    supportUrl === `mailto:${supportEmail}` ? '' : renderEmail(supportEmail),
    renderLink(termsUrl, words.terms, words),
    renderLink(privacyUrl, words.privacy, words),
  ].join('')
  return links === '' ? '' : `<nav class="links small">${links}</nav>\n`
}

function renderEmail(address: string | null): string {
  if (address === null) return ''
  const text = escapeHtml(address)
  return `<a href="mailto:${text}"><bdi dir="ltr">${text}</bdi></a>`
}

/** A `mailto:` link opens no tab. */
function renderLink(url: string | null, label: string, { newTab }: ElementWords): string {
  if (url === null) return ''
  const href = escapeHtml(url)
  return url.startsWith('mailto:')
    ? `<a href="${href}">${label}</a>`
    : `<a href="${href}" target="_blank" rel="noopener noreferrer">${label}<span class="visually-hidden"> (${newTab})</span></a>`
}
