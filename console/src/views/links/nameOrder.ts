import { plainTextUpTo } from '@secure-payment/widget/design'
import type { Text } from '../../text/text.ts'

/** The facts that name an order; `lineCount` is 0 and `firstLine` null without lines. */
type NamedOrder = {
  readonly title: string | null
  readonly firstLine: string | null
  readonly lineCount: number
}

/** The maximum length of the merchant's own words, as in the API. */
const MOST_LETTERS = 1_000

/** Returns an order's name: its title or, without one, its first line and the number of other lines. Null without either. */
export function nameOrder({ title, firstLine, lineCount }: NamedOrder, text: Text): string | null {
  if (title !== null) return plainTextUpTo(title, MOST_LETTERS)
  if (firstLine === null) return null
  const first = plainTextUpTo(firstLine, MOST_LETTERS)
  return lineCount > 1 ? text.links.linesName(first, lineCount - 1) : first
}
