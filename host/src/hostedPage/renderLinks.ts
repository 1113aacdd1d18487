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
  const email = supportUrl === `mailto:${supportEmail}` ? '' : renderEmail(supportEmail)
  const contacts = `${renderLink(supportUrl, pageWords[language].contact, words)}${email}`
  const legal = `${renderLink(termsUrl, words.terms, words)}${renderLink(privacyUrl, words.privacy, words)}`
  const groups = [contacts, legal].filter((group) => group !== '')
  if (groups.length === 0) return ''
  return `<nav class="links small">${groups.map((group) => `<p>${group}</p>`).join('')}</nav>\n`
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
