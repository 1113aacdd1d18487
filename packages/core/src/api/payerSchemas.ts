import { z } from 'zod'
import { urlSchema } from '../schemas/schemas.ts'
import { freeText, textMatching, textWhere } from '../schemas/text.ts'
import { countryCodes } from './countries.ts'

/** The maximum length of a name, address line or bank name. */
const MAX_TEXT = 255
const BUSINESS_FIELDS = ['companyName', 'sourceOfFunds', 'businessActivity'] as const

const requiredText = freeText({ min: 1, max: MAX_TEXT })
const optionalText = freeText({ max: MAX_TEXT }).optional()

/** The merchant's own id for a payer, which may be an e-mail address. */
const clientUserIdSchema = freeText({ min: 1, max: MAX_TEXT }).describe(
  'Your id for the payer: any unique text, often an e-mail address.',
)

const beneficiaryTypeSchema = z.enum(['individual', 'business'])

/** A country code: two letters in any case; parses to upper case. */
const countrySchema = textWhere((text) =>
  countryCodes.has(text.toUpperCase())
    ? undefined
    : { code: 'invalid_country', message: 'must be an ISO 3166-1 country code, such as PT' },
)
  .meta({ description: 'ISO 3166-1 alpha-2, in either case.', pattern: '^[A-Za-z]{2}$' })
  .transform((code) => code.toUpperCase())

const dateOfBirthSchema = textWhere((text) =>
  isCalendarDay(text)
    ? undefined
    : { code: 'invalid_date', message: 'must be a calendar day such as 1990-07-24' },
).meta({ format: 'date', examples: ['1985-12-12'] })

const emailSchema = textWhere((text) =>
  text.length <= MAX_TEXT && z.regexes.email.test(text)
    ? undefined
    : { code: 'invalid_email', message: 'must be a valid e-mail address' },
).meta({ format: 'email', maxLength: MAX_TEXT })

/** E.164 allows up to 15 digits, including the country code; no country's numbers have fewer than 7. */
const phoneSchema = textMatching(/^\+?[1-9]\d{6,14}$/, {
  code: 'invalid_phone',
  message: 'must be a phone number in E.164 form, such as +14155552000',
})

/**
 * The payer's data for the identity check. A business needs a business type; a payer in the United States needs a social security number.
 * For an optional member, an empty string counts as absent.
 */
export const payerCreateSchema = z
  .object({
    clientUserId: clientUserIdSchema,
    email: emailSchema,
    firstName: requiredText,
    lastName: requiredText,
    beneficiaryType: beneficiaryTypeSchema,
    companyName: optionalText,
    sourceOfFunds: optionalText,
    businessActivity: optionalText,
    dateOfBirth: dateOfBirthSchema,
    addressLine1: requiredText,
    addressLine2: optionalText,
    city: requiredText,
    state: requiredText,
    postcode: requiredText,
    country: countrySchema,
    nationality: countrySchema,
    phone: phoneSchema,
    ssn: optionalText.describe('Required if country or nationality is US; may be empty otherwise.'),
  })
  .superRefine((payer, context) => {
    for (const field of BUSINESS_FIELDS) {
      if (payer.beneficiaryType === 'business' && isEmpty(payer[field])) {
        addRequired(context, field, 'is required for a business')
      }
    }
    const isOfUnitedStates = payer.country === 'US' || payer.nationality === 'US'
    if (isOfUnitedStates && isEmpty(payer.ssn)) {
      addRequired(context, 'ssn', 'is required when country or nationality is US')
    }
  })
  .meta({ id: 'PayerCreate' })

/** A payer's details, parsed: the data that the service encrypts. */
export type PayerProfile = Omit<z.output<typeof payerCreateSchema>, 'clientUserId'>

/** Accepts three letters in any case; parses to lower case. */
const fiatCodeSchema = textMatching(/^[A-Za-z]{3}$/, {
  code: 'invalid_currency',
  message: 'must be a three-letter currency code',
})
  .meta({ description: 'ISO 4217, in either case.' })
  .transform((code) => code.toLowerCase())

/**
 * A payee's bank account. The required numbers depend on the currency and the rails; the action checks that they are present and valid. For
 * an optional member, an empty string counts as absent.
 */
export const paymentDetailsCreateSchema = z
  .object({
    bankName: requiredText,
    accountName: requiredText,
    beneficiaryType: beneficiaryTypeSchema,
    currency: fiatCodeSchema,
    addressLine1: requiredText,
    addressLine2: optionalText,
    city: requiredText,
    state: optionalText.describe('Required if country is US.'),
    country: countrySchema,
    postalCode: requiredText,
    dateOfBirth: z
      .union([z.literal(''), dateOfBirthSchema])
      .optional()
      .describe('Required for an individual.'),
    rails: z.enum(['local', 'swift', 'wire']).default('local'),
    accountNumber: optionalText,
    routingNumber: optionalText,
    accountType: z.enum(['checking', 'savings']).optional(),
    sortCode: optionalText,
    iban: optionalText,
    swiftBic: optionalText,
    documentNumber: optionalText,
    documentType: optionalText,
    ribNumber: optionalText,
    bsbNumber: optionalText,
    ncc: optionalText,
    branchCode: optionalText,
    bankCode: optionalText,
    ifsc: optionalText,
  })
  .meta({ id: 'PaymentDetailsCreate' })

/** A bank account, parsed: the data that the service encrypts. */
export type BankAccount = z.output<typeof paymentDetailsCreateSchema>

const idSchema = z.uuid()

/** The response to the submission of a payer. Only in this response, the status is one of the two values that older clients support. */
export const payerSubmittedSchema = z
  .object({
    status: z.object({
      agreementStatus: z.enum(['not_started', 'completed']),
      kycStatus: z.enum(['not_started', 'completed']),
    }),
    userId: idSchema.optional(),
    kycUrl: urlSchema.optional().describe('The URL of the identity check; absent until it exists.'),
    agreementUrl: urlSchema
      .optional()
      .describe(
        'Page of the agreement, for an iframe: it posts `{"agreements":"complete"}` to its parent.',
      ),
  })
  .meta({ id: 'PayerSubmitted' })

/** The progress of a payer's identity check. */
export const kycStatusSchema = z
  .enum(['not_started', 'initiated', 'pending', 'approved', 'rejected', 'failed'])
  .meta({ id: 'KycStatus' })

/** The progress of a payer's agreement with the provider. */
export const agreementStatusSchema = z
  .enum(['not_started', 'pending', 'completed', 'rejected', 'failed'])
  .meta({ id: 'AgreementStatus' })

/** The progress of a payer. */
export const payerStatusSchema = z
  .object({
    kycStatus: kycStatusSchema,
    agreementStatus: agreementStatusSchema,
    isCompliant: z
      .boolean()
      .describe('True if kycStatus is approved and agreementStatus is completed.'),
    userId: idSchema,
    kycUrl: urlSchema.nullable(),
    agreementUrl: urlSchema.nullable(),
  })
  .meta({ id: 'PayerStatus' })

/** The progress of a bank account's check. */
const paymentDetailStatusSchema = z
  .enum(['pending', 'approved', 'failed'])
  .meta({ id: 'PaymentDetailStatus' })

/** A bank account in the response to its registration. */
export const paymentDetailCreatedSchema = z
  .object({
    payment_detail: z.object({
      id: idSchema,
      clientUserId: z.string(),
      bankName: z.string(),
      accountName: z.string(),
      currency: z.string(),
      beneficiaryType: beneficiaryTypeSchema,
      status: paymentDetailStatusSchema,
    }),
  })
  .meta({ id: 'PaymentDetailCreated' })

const MASK_NOTE = 'Masked, except for the last four characters.'

/** A bank account in read responses, with masked numbers. */
export const paymentDetailSchema = z
  .object({
    id: idSchema,
    userId: idSchema,
    bankName: z.string(),
    accountName: z.string(),
    beneficiaryType: beneficiaryTypeSchema,
    accountNumber: z.string().optional().describe(`Or the IBAN. ${MASK_NOTE}`),
    routingNumber: z.string().optional().describe(`${MASK_NOTE} Absent if the account has none.`),
    currency: z.string(),
    status: paymentDetailStatusSchema,
    rails: z.enum(['local', 'swift', 'wire']),
  })
  .meta({ id: 'PaymentDetail' })

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text === ''
}

function addRequired(context: z.RefinementCtx, field: string, message: string): void {
  context.addIssue({ code: 'custom', path: [field], message, params: { code: 'required' } })
}

function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
