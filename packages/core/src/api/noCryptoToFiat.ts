import { z } from 'zod'

const flagSchema = z
  .boolean()
  .superRefine((flag, context) => {
    if (!flag) return
    context.addIssue({
      code: 'custom',
      message: 'must be omitted or false: only POST /v2/request can pay into a bank account',
      params: { code: 'unsupported_crypto_to_fiat' },
    })
  })
  .meta({ const: false })
  .optional()

/**
 * The bank account members in the bodies of operations that cannot pay into a bank account. True returns an error, so that the caller does
 * not expect the money in a bank account.
 */
export const noCryptoToFiat = {
  isCryptoToFiatAllowed: flagSchema,
  isCryptoToFiatAvailable: flagSchema,
} as const
