import { providerIdSchema, providerReportSchema } from '@secure-payment/core/api'
import { z } from 'zod'

const MAX_URL_LENGTH = 2_048
/** The maximum number of reports per response; a record has about a dozen in its lifetime. */
const MAX_REPORTS = 200

/** The URL of a page for payers: https, or http on this machine. */
const pageSchema = z
  .string()
  .max(MAX_URL_LENGTH)
  .refine((text) => {
    if (!URL.canParse(text)) return false
    const { protocol, hostname } = new URL(text)
    if (protocol === 'https:') return true
    return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  })
  .nullish()
  .transform((text) => text ?? null)

/** The schema of the provider's response about a payer. */
export const payerAnswerSchema = z.object({
  id: providerIdSchema,
  kycUrl: pageSchema,
  agreementUrl: pageSchema,
})

/** The schema of the provider's response about an account or an offramp. */
export const recordAnswerSchema = z.object({ id: providerIdSchema })

/** The schema of the provider's response to a query for a record's state. */
export const reportsAnswerSchema = z.object({
  reports: z.array(providerReportSchema).max(MAX_REPORTS),
})
