import { z } from 'zod'
import { rawText, textMatching } from '../schemas/text.ts'

/**
 * The maximum number of hex digits in a signature. A smart account's signature can be long, because it includes an undeployed account's
 * deployment call (ERC-6492).
 */
export const MAX_SIGNATURE_DIGITS = 16_384

const MIN_SIGNATURE_DIGITS = 130
const SIGNATURE = new RegExp(
  `^(?:0x)?(?:[0-9a-fA-F]{2}){${MIN_SIGNATURE_DIGITS / 2},${MAX_SIGNATURE_DIGITS / 2}}$`,
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: an e-mail address must not contain these characters.
const EMAIL = /^[^\s@\u0000-\u001f\u007f]+@[^\s@\u0000-\u001f\u007f]+$/
/** `EMAIL` for the OpenAPI document, with the surrounding white space that parsing removes. */
const PADDED_EMAIL = `^\\s*${EMAIL.source.slice(1, -1)}\\s*$`
const MAX_EMAIL_LENGTH = 254

/** A signature in hex, `0x` optional: 65 bytes from a key, or more from a smart account. */
export const signatureSchema = textMatching(SIGNATURE, {
  code: 'invalid_signature',
  message: `must be an even number of hex digits, from ${MIN_SIGNATURE_DIGITS} to ${MAX_SIGNATURE_DIGITS}`,
}).describe('Hex, `0x` optional: 65 bytes from a key, or more from a smart account.')

/**
 * An e-mail address, parsed to the form that accounts store: trimmed and in lower case. Only a confirmed link in an e-mail proves that the
 * address works.
 */
export const emailSchema = z
  .string()
  .transform((text, context) => {
    // A longer string is rejected untrimmed: so much white space around an address is not a typing error.
    const email = text.length > 2 * MAX_EMAIL_LENGTH ? text : text.trim().toLowerCase()
    if (email.length > MAX_EMAIL_LENGTH) {
      const message = `must have at most ${MAX_EMAIL_LENGTH} characters`
      context.addIssue({ code: 'custom', message, params: { code: 'too_long' } })
      return z.NEVER
    }
    if (EMAIL.test(email) && email.isWellFormed()) return email
    const message = 'must be an e-mail address such as "ana@example.com"'
    context.addIssue({ code: 'custom', message, params: { code: 'invalid_email' } })
    return z.NEVER
  })
  .meta({
    pattern: PADDED_EMAIL,
    description: `E-mail address, at most ${MAX_EMAIL_LENGTH} characters. Letter case and surrounding white space are ignored.`,
  })

/** A password: 8 to 100 characters, any except NUL, used unchanged. */
export const passwordSchema = rawText({ min: 8, max: 100 }).describe('8 to 100 characters.')

/** The kinds of wallet that can sign in. */
export const walletTypeSchema = z.enum(['evm', 'tron'])
