import type { PageLanguage } from '../http/pageWords.ts'
import type { ReceiptState } from './words/words.ts'

/** One fact: a label and its value, both plain text. */
export type ReceiptRow = {
  label: string
  value: string
  /** A page about the value, such as a transaction’s page in an explorer; null without one. */
  href: string | null
  /** The instant that the value states, as ISO 8601; null for any other value. */
  time: string | null
  /** Whether the value is an identifier without words, such as a hash. */
  isCode: boolean
  /** Whether the row is the most important one of its list. */
  isStrong: boolean
}

/** One line of the order. */
type ReceiptLine = { name: string; detail: string; total: string }

/** Groups of facts under a heading; for example, the facts of one transaction are a group. */
export type ReceiptSection = { heading: string; groups: readonly (readonly ReceiptRow[])[] }

/** A receipt in one language, ready for a page or for paper: every text is final, and none of it is HTML. */
export type ReceiptDocument = {
  language: PageLanguage
  isRightToLeft: boolean
  title: string
  state: { code: ReceiptState; text: string }
  /** Explains a state that is not final; null for other states. */
  note: string | null
  merchant: {
    name: string | null
    /** A domain that the merchant proved; null if the merchant is unverified. */
    domain: string | null
    logo: { id: string; url: string } | null
    /** The ways to reach the merchant: each is a link, `mailto:` or https. */
    contacts: readonly { label: string; url: string }[]
  }
  /** Names a network without real money; null for a network with real money. */
  testNetwork: string | null
  /** The whole amount, including the fee. */
  amount: string
  order: { title: string | null; texts: readonly string[]; lines: readonly ReceiptLine[] }
  sums: readonly ReceiptRow[]
  sections: readonly ReceiptSection[]
  /** The address of the receipt's page. */
  url: string
}

/** Returns a row of plain text. */
export function rowOf(
  label: string,
  value: string,
  rest: Partial<Pick<ReceiptRow, 'href' | 'time' | 'isCode' | 'isStrong'>> = {},
): ReceiptRow {
  return { label, value, href: null, time: null, isCode: false, isStrong: false, ...rest }
}
