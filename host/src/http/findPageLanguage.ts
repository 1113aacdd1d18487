import type { Request } from 'express'
import { PAGE_LANGUAGES, type PageLanguage } from './pageWords.ts'

/**
 * Finds a page's language: the language of `?lang=`, otherwise the available language with the highest weight in `Accept-Language`,
 * otherwise English. Only the language of a tag counts: `pt-PT` is read as `pt`.
 */
export function findPageLanguage(request: Pick<Request, 'query' | 'headers'>): PageLanguage {
  const { lang } = request.query
  const asked = typeof lang === 'string' ? readLanguage(lang) : null
  if (asked) return asked
  const accepted = (request.headers['accept-language'] ?? '').split(',', MAX_TAGS).map(readRange)
  const best = accepted.toSorted((a, b) => b.weight - a.weight)
  return best.find(({ language, weight }) => language && weight > 0)?.language ?? 'en'
}

/** Reads one part of `Accept-Language`, such as `de-CH;q=0.8` (RFC 9110, section 12.5.4). */
function readRange(range: string): { language: PageLanguage | null; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2)
  return { language: readLanguage(tag), weight: weight === undefined ? 1 : Number(weight) || 0 }
}

function readLanguage(tag: string): PageLanguage | null {
  const [code] = tag.toLowerCase().split('-', 1)
  return PAGE_LANGUAGES.find((language) => language === code) ?? null
}

/** Browsers send a handful of parts; later ones are not read. */
const MAX_TAGS = 20
