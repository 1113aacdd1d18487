import { numberFormat } from './numberFormat.ts'

/** The result for a typed text: the amount in the API's grammar, two possible amounts, or neither. */
export type AmountReading =
  | { readonly kind: 'amount'; readonly amount: string }
  | { readonly kind: 'ambiguous'; readonly spellings: readonly [string, string] }
  | { readonly kind: 'invalid' }

/**
 * Reads an amount as people type it. `amount` of the result has the grammar of `parseAmount`, without trailing zeros.
 *
 * - Digits may be ASCII, Arabic, Persian, Devanagari, Bengali or the locale's own. A text may use only one kind of digits.
 * - In every locale, the decimal mark may be a point, a comma or the Arabic mark, because people use the console in languages other than
 * their own.
 *   The other mark, a space or an apostrophe separates groups of three; `12,34,567` is read if the locale groups this way.
 * - `1,250` and `1.250` mean 1250 to some people and 1.25 to others: they are ambiguous in every locale. `spellings`
 *   writes both amounts, the larger one first, so that each has one reading.
 */
export function readAmountText(text: string, locale: string): AmountReading {
  const plain = foldMarks(foldDigits(text.replace(DIRECTION_MARKS, '').trim(), locale))
  if (plain.length > MAX_LENGTH) return INVALID
  const readings = CONVENTIONS.flatMap((convention) => {
    const amount = readBy(convention, plain, groupsByTwo(locale))
    return amount === null ? [] : [amount]
  })
  const [first, second] = new Set(readings)
  if (first === undefined) return INVALID
  if (second === undefined) return { kind: 'amount', amount: first }
  const [larger, smaller] = Number(first) > Number(second) ? [first, second] : [second, first]
  return { kind: 'ambiguous', spellings: [larger, spell(smaller)] }
}

type Convention = { readonly decimal: string; readonly groups: readonly string[] }

/** The decimal and group marks in common use. Spaces and apostrophes of all kinds have already been replaced by the ASCII ones. */
const CONVENTIONS: readonly Convention[] = [
  { decimal: '.', groups: [',', ' ', "'"] },
  { decimal: ',', groups: ['.', ' ', "'"] },
  { decimal: '\u066b', groups: ['\u066c', ' '] },
]

const INVALID: AmountReading = { kind: 'invalid' }
/** The maximum length: an amount with groups has at most 30 digits, a mark and 77 decimals. */
const MAX_LENGTH = 160

const DIRECTION_MARKS = /[\u061c\u200e\u200f\u2066-\u2069]/g
const SPACES = /[\u0020\u00a0\u2009\u202f]/g
const APOSTROPHES = /['\u2019]/g

/** The code points of the digit zero in Arabic, Persian, Devanagari and Bengali. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6] as const

/** Reads the amount in a text under one convention; null if it does not follow that convention. */
function readBy({ decimal, groups }: Convention, text: string, isByTwo: boolean): string | null {
  const [whole = '', fraction, ...more] = text.split(decimal)
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null
  const digits = groups.reduce<string | null>(
    (found, group) => found ?? joinGroups(whole.split(group), isByTwo && group === ','),
    null,
  )
  if (digits === null) return null
  const kept = (fraction ?? '').replace(/0+$/, '')
  return kept === '' ? digits : `${digits}.${kept}`
}

/** Returns the digits of a whole number without its separators; null if the groups are malformed. */
function joinGroups(groups: readonly string[], isByTwo: boolean): string | null {
  const [first = '', ...rest] = groups
  const digits = groups.join('')
  if (rest.length === 0) return /^(0|[1-9]\d*)$/.test(first) ? digits : null
  if (!/^[1-9]\d{0,2}$/.test(first)) return null
  if (rest.every((group) => /^\d{3}$/.test(group))) return digits
  if (!isByTwo || first.length > 2) return null
  const [last = '', ...middle] = rest.toReversed()
  return /^\d{3}$/.test(last) && middle.every((group) => /^\d{2}$/.test(group)) ? digits : null
}

/** Adds a zero to three decimals, because three digits would look like a group. */
function spell(amount: string): string {
  return /\.\d{3}$/.test(amount) ? `${amount}0` : amount
}

/**
 * Replaces the digits of one script with ASCII digits. In a text with two scripts, the other script's digits remain, and the text is
 * rejected later.
 */
function foldDigits(text: string, locale: string): string {
  const starts = [...ZEROS, zeroOf(locale)]
  const zero = starts.find((start) => [...text].some((letter) => isDigitFrom(start, letter)))
  if (zero === undefined || /\d/.test(text)) return text
  return Array.from(text, (letter) =>
    isDigitFrom(zero, letter) ? String(codeOf(letter) - zero) : letter,
  ).join('')
}

function foldMarks(text: string): string {
  return text.replace(SPACES, ' ').replace(APOSTROPHES, "'")
}

function isDigitFrom(zero: number, letter: string): boolean {
  const value = codeOf(letter) - zero
  return value >= 0 && value <= 9
}

function codeOf(letter: string): number {
  return letter.codePointAt(0) ?? 0
}

function zeroOf(locale: string): number {
  return codeOf(numberFormat(locale).format(0))
}

/** Returns whether a locale writes 1234567 as `12,34,567`. */
function groupsByTwo(locale: string): boolean {
  const parts = numberFormat(locale).formatToParts(1_234_567)
  return parts.filter(({ type }) => type === 'integer')[1]?.value.length === 2
}
