/**
 * Display text for amounts, times and addresses in one language. Amounts stay decimal strings and never become floats. At the first
 * use, the browser reads its table of languages, which takes milliseconds.
 */
export type Format = {
  /** The BCP 47 tag of the language. */
  readonly language: string
  /**
   * `1234.5` -> `1,234.50`; text that is not a plain decimal is returned unchanged. `places` is the minimum number of
   * decimals; none is ever lost.
   */
  amount(amount: string, places?: number): string
  /**
   * `1234.5`, `USDC` -> `1,234.50 USDC` with a no-break space; `80`, `USD` -> `$80.00`, as the language writes it, with the
   * currency's own decimals.
   */
  money(amount: string, symbol: string, places?: number): string
  /** Formats the same in two parts: `['1,234.50', 'USDC']`; if the language writes them as one, `['$80.00', '']`. */
  pair(amount: string, symbol: string, places?: number): readonly [number: string, symbol: string]
  /** `in 3 hours`, `2 minutes ago`. */
  relative(atMs: number, nowMs: number): string
  /** `1234` -> `1,234`, `0.2` -> `0.2`; for numbers that are not money. */
  count(value: number): string
}

/**
 * Formats for a BCP 47 tag; an unknown tag means English. Digits are always 0-9, as in wallets and explorers. A token's symbol follows
 * its amount, as wallets write it. Fiat money has the distinguishing sign of the language, at the language's position. In right-to-left
 * text, money reads left to right as usual there.
 */
export function createFormat(language: string): Format {
  let known: Intl.Locale | undefined
  const locale = (): Intl.Locale => {
    known ??= readLocale(language)
    return known
  }
  const isolate = (text: string): string =>
    locale().language === 'ar' ? `\u2066${text}\u2069` : text

  const write = (text: string, places = 0, currency = ''): string => {
    if (!isDecimal(text)) return text
    const least = Math.max(places, text.includes('.') ? CENTS : 0)
    return new Intl.NumberFormat(locale(), {
      ...(currency && { style: 'currency', currency }),
      ...(least > 0 && { minimumFractionDigits: least }), // Without this, the currency decides.
      maximumFractionDigits: MAX_FRACTION_DIGITS,
    }).format(text)
  }
  const pair: Format['pair'] = (text, symbol, places) =>
    isFiat(symbol) ? [write(text, 0, symbol), ''] : [write(text, places), plainText(symbol)]
  return {
    language,
    amount: (text, places) => write(text, places),
    pair,
    money: (...cost) =>
      isolate(
        pair(...cost)
          .filter(Boolean)
          .join('\u00a0'),
      ),
    relative: (atMs, nowMs) => {
      const seconds = Math.round((atMs - nowMs) / 1000)
      const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
      return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(
        Math.round(seconds / size),
        unit,
      )
    },
    count: (value) =>
      new Intl.NumberFormat(locale(), { maximumFractionDigits: MAX_FRACTION_DIGITS }).format(value),
  }
}

/**
 * Makes external text (merchant, wallet, token, network) safe for a sentence: without control and direction characters, and at
 * most 80 characters. It is isolated if it has right-to-left letters, so that it cannot reorder the text around it.
 */
export function plainText(text: string): string {
  return plainTextUpTo(text, MAX_TEXT_LENGTH)
}

/** Returns the same as `plainText`, with at most `most` characters. */
export function plainTextUpTo(text: string, most: number): string {
  const clean = text.replace(CONTROL_CHARACTERS, '').trim()
  const short = clean.length > most ? `${clean.slice(0, most - 1)}…` : clean
  return RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short
}

/** Returns the URL if it is a valid link target (http or https); null otherwise. Relative addresses resolve against `base`. */
export function safeUrl(url: string | null | undefined, base?: string): string | null {
  if (!url) return null
  try {
    const parsed = new URL(url, base)
    return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : null
  } catch {
    return null
  }
}

/** The most fraction digits that Intl accepts; a token has up to 255 decimals, in practice up to 36. */
const MAX_FRACTION_DIGITS = 100
const CENTS = 2
const MAX_TEXT_LENGTH = 80
/** The fiat currencies of invoices; no token has such a symbol. */
const FIAT =
  /^(USD|EUR|CNY|GBP|JPY|AUD|CAD|CHF|HKD|SGD|SEK|KRW|NOK|NZD|INR|MXN|TWD|ZAR|BRL|DKK|PLN|THB|ILS|IDR|CZK|AED|TRY|HUF|CLP|SAR)$/

/** Returns whether a symbol is fiat money's. */
export function isFiat(symbol: string): boolean {
  return FIAT.test(symbol)
}

/** C0, C1, zero-width and bidirectional control characters. */
const CONTROL_CHARACTERS = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

function isDecimal(text: string): text is `${number}` {
  return /^-?\d{1,100}(\.\d{1,100})?$/.test(text)
}

function readLocale(language: string): Intl.Locale {
  const options = { numberingSystem: 'latn' }
  try {
    const [supported] = Intl.NumberFormat.supportedLocalesOf(language)
    return new Intl.Locale(supported ?? 'en', options)
  } catch {
    return new Intl.Locale('en', options)
  }
}
