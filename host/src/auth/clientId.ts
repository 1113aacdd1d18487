import type { Context } from '../context.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 30
/** Bytes from here on would favour the first letters of the alphabet (256 = 4 x 62 + 8), so they are drawn again. */
const UNBIASED_BYTES = 256 - (256 % ALPHABET.length)

/** Makes a client ID: `cli_` and 30 random letters and digits. It is public: knowing it proves nothing. */
export function createClientIdValue(context: Pick<Context, 'random'>): string {
  let text = ''
  while (text.length < LENGTH) {
    for (const byte of context.random(LENGTH)) {
      if (byte < UNBIASED_BYTES && text.length < LENGTH) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return `cli_${text}`
}
