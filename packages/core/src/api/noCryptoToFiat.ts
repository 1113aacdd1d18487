import { z } from 'zod'

const flagSchema = z
  .boolean()
  .superRefine((flag, context) => {
    if (!flag) return
    context.addIssue({
      code: 'custom',
      message: 'must be left out or false: only POST /v2/request ends in a bank account',
      params: { code: 'unsupported_crypto_to_fiat' },
    })
  })
  .meta({ const: false })
  .optional()

/**
 * Members of bodies that state a payment which cannot end in a bank account: who asks for that is told so, and not left to think that
 * the money goes there.
 */
export const noCryptoToFiat = {
  isCryptoToFiatAllowed: flagSchema,
  isCryptoToFiatAvailable: flagSchema,
} as const
