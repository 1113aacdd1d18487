import { plainTextUpTo } from '@secure-payment/widget/design'

/** The maximum length of an order's description in the API. */
const MOST_LETTERS = 1_000

/** Cleans each line of a text separately, because `plainText` would join the lines. */
export function plainLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => plainTextUpTo(line, MOST_LETTERS))
    .join('\n')
}
