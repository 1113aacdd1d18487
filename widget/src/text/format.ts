/**
 * Display text for amounts, times and addresses in one language. Amounts stay decimal strings: nothing here goes through a float. The
 * first use of any makes the browser read its table of languages, which takes milliseconds.
 */
export type Format = {
  /** The BCP 47 tag that it writes for. */
  readonly language: string
  /**
   * `1234.5` -> `1,234.50`; text that is not a plain decimal comes back as it is. `places` asks for at least so many decimals; none
   * is ever lost.
   */
  amount(amount: string, places?: number): string
  /** `1234.5`, `USDC` -> `1,234.50 USDC` with a no-break space; `80`, `USD` -> `$80.00`, as the language writes it, with its own places. */
  money(amount: string, symbol: string, places?: number): string
  /** The same in two: `['1,234.50', 'USDC']`; what the language writes as one, `['$80.00', '']`. */
  pair(amount: string, symbol: string, places?: number): readonly [number: string, symbol: string]
  /** `in 3 hours`, `2 minutes ago`. */
  relative(atMs: number, nowMs: number): string
  /** `1234` -> `1,234`, `0.2` -> `0.2`; for what is no money. */
  count(value: number): string
}

/**
 * Formats for a BCP 47 tag; an unknown tag means English. Digits are always 0-9, the ones that wallets and explorers show. Tokens stand behind their amount by symbol, as wallets write them; fiat money has the sign that the
 * language tells it from others by, where the language puts it. Among right-to-left text, money reads left to right as it does there.
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
      ...(least > 0 && { minimumFractionDigits: least }), // Else as many as the currency has.
      maximumFractionDigits: MAX_FRACTION_DIGITS,
    }).format(text)
  }
  const pair: Format['pair'] = (text, symbol, places) =>
    FIAT.test(symbol) ? [write(text, 0, symbol), ''] : [write(text, places), plainText(symbol)]
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
 * Text from elsewhere (merchant, wallet, token, network), safe to put into a sentence: without control and direction characters, at
 * most 80 characters, and isolated when it has right-to-left letters, so that it cannot reorder what stands around it.
 */
export function plainText(text: string): string {
  const clean = text.replace(CONTROL_CHARACTERS, '').trim()
  const short = clean.length > MAX_TEXT_LENGTH ? `${clean.slice(0, MAX_TEXT_LENGTH - 1)}…` : clean
  return RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short
}

/** The URL when it is one that a link may have: http or https; null otherwise. Relative addresses resolve against `base`. */
export function safeUrl(url: string | null | undefined, base?: string): string | null {
  if (!url) return null
  try {
    const parsed = new URL(url, base)
    return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : null
  } catch {
    return null
  }
}

/** The most fraction digits that Intl takes; a token's decimals end at 255, in practice at 36. */
const MAX_FRACTION_DIGITS = 100
const CENTS = 2
const MAX_TEXT_LENGTH = 80
/** What invoices may be written in beside tokens, which have other symbols. */
const FIAT = /^(USD|EUR|GBP|CNY|JPY)$/

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
