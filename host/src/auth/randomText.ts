import type { Context } from '../context.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Bytes from this value on would favour the first characters of the alphabet (256 = 4 x 62 + 8), so they are drawn again. */
const UNBIASED_BYTES = 256 - (256 % ALPHABET.length)

/** Creates a string of uniformly random letters and digits, 5.95 bits each. */
export function createRandomText(context: Pick<Context, 'random'>, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of context.random(length)) {
      if (byte < UNBIASED_BYTES && text.length < length) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}
