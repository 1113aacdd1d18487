import { z } from 'zod'
import { freeText, textMatching, textWhere } from './text.ts'

/** The grammar of `parseAmount`: at most 30 digits before the point and 77 after it. */
const DECIMAL = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,77})?$/
/** The range of amounts in responses: a chain transfers up to 2^256 - 1 units, 78 digits. The minter of a test token can pay that much. */
const ANSWERED_DECIMAL = /^(?:0|[1-9]\d{0,77})(?:\.\d{1,77})?$/
const AMOUNT_SENTENCE =
  'must be a decimal string such as "12.5": digits and at most one point, no sign, exponent, spaces or leading zeros'
const ZERO = /^0(?:\.0+)?$/
const AT_MOST_100 = /^(?:\d{1,2}(?:\.\d+)?|100(?:\.0+)?)$/
const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/
/** The zero address, in the format of EVM chains and in Tron's text of 20 zero bytes. */
const ZERO_ADDRESS = /^(?:0x0{40}|T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb)$/
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/**
 * An amount above zero as a decimal string, in human-readable units: `"12.5"`. Numbers are rejected, because JSON numbers lose digits. The
 * action checks the number of decimals, because only the action has the currency.
 */
export const amountSchema = textWhere((text) => {
  if (!DECIMAL.test(text)) {
    return {
      code: 'invalid_amount',
      message: `${AMOUNT_SENTENCE}, at most 30 digits before the point`,
    }
  }
  if (ZERO.test(text)) return { code: 'amount_not_positive', message: 'must be greater than 0' }
  return undefined
}).meta({
  id: 'Amount',
  description:
    'Decimal amount above zero, human readable, as a string: digits and at most one point; no sign, exponent, space or leading zeros.',
  pattern: '^(?!0(?:\\.0+)?$)(?:0|[1-9]\\d{0,29})(?:\\.\\d{1,77})?$',
  examples: ['12.5'],
})

/** A decimal string in a response; it may be zero. */
export const decimalSchema = textWhere((text) =>
  ANSWERED_DECIMAL.test(text) ? undefined : { code: 'invalid_amount', message: AMOUNT_SENTENCE },
).meta({
  id: 'Decimal',
  description: 'Decimal number of at least zero, as a string.',
  pattern: ANSWERED_DECIMAL.source,
  examples: ['0'],
})

/** A percentage from 0 to 100 as a decimal string with at most 18 decimals; `"2.5"` is 2.5 %. */
export const percentageSchema = percentage(18).meta({
  id: 'Percentage',
  description: 'Percentage from 0 to 100 as a decimal string: "2.5" is 2.5 %.',
  examples: ['2.5'],
})

/** Like `percentageSchema`, with at most two decimals: for client IDs. */
export const shortPercentageSchema = percentage(2).meta({
  id: 'ShortPercentage',
  description: 'Percentage from 0 to 100 as a decimal string with at most two decimals.',
  examples: ['0.5'],
})

/**
 * A wallet or contract address: EVM (`0x` and 40 hex digits, any case) or Tron (`T` and 33 base58 characters). Only the shape is checked
 * here: checksums need a hash, so the action checks them (`checksum_mismatch`).
 */
export const addressSchema = textMatching(ADDRESS, {
  code: 'invalid_address',
  message: 'must be an EVM address (0x and 40 hex digits) or a Tron address (T and 33 characters)',
}).meta({
  id: 'Address',
  description: 'EVM address (`0x` and 40 hex digits, any case) or Tron address (`T…`).',
  examples: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
})

/** An address that receives money: any but the zero address. */
export const recipientSchema = textWhere((text) => {
  if (!ADDRESS.test(text))
    return {
      code: 'invalid_address',
      message: 'must be an EVM address (0x…) or a Tron address (T…)',
    }
  if (ZERO_ADDRESS.test(text))
    return { code: 'zero_address', message: 'must not be the zero address' }
  return undefined
}).meta({
  id: 'Recipient',
  description: 'EVM or Tron address that receives money; never the zero address.',
  pattern:
    '^(?!0x0{40}$|T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb$)(?:0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$',
  examples: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
})

/** The payee's address for a page: the full address, or its two ends. */
export const payeeSchema = textMatching(
  /^(?:0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|[0-9A-Za-z]{6}…[0-9A-Za-z]{4})$/,
  {
    code: 'invalid_address',
    message: 'must be an address, or an address’s two ends',
  },
).describe('EVM or Tron address; shortened to its two ends (`0x12ab…89cd`) if it is masked.')

/** The id of a currency: `<SYMBOL>-<network>` or a bare fiat code. The action checks whether the currency exists (`unknown_currency`). */
export const currencyIdSchema = textMatching(/^[A-Za-z0-9.$_]{1,40}(?:-[A-Za-z0-9-]{1,40})?$/, {
  code: 'invalid_currency',
  message: 'must be a currency id such as "USDC-base" or "USD"',
}).meta({
  id: 'CurrencyId',
  description: 'Currency id: `<SYMBOL>-<network>`, or only a fiat code.',
  examples: ['USDC-base'],
})

/** The id of a network in the registry, such as `base`. */
export const networkIdSchema = textMatching(/^[a-z0-9][a-z0-9-]{0,39}$/, {
  code: 'invalid_network',
  message: 'must be a network id such as "base"',
}).meta({ id: 'NetworkId', description: 'Network id, such as `base`.', examples: ['base'] })

/** The id of a request in a response: 66 lower-case hex digits beginning with `01`. */
export const requestIdSchema = textMatching(/^01[0-9a-f]{64}$/, {
  code: 'invalid_request_id',
  message: 'must be 66 lower-case hex digits beginning with 01',
}).meta({
  id: 'RequestId',
  description: 'Id of a request: 66 lower-case hex digits, the first two `01`.',
  examples: ['01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a'],
})

/** The 8 bytes that identify a request on chain: `0x` and 16 hex digits. */
export const paymentReferenceSchema = textMatching(/^0x[0-9a-fA-F]{16}$/, {
  code: 'invalid_payment_reference',
  message: 'must be 0x and 16 hex digits',
}).meta({
  id: 'PaymentReference',
  description: 'The request’s identifier on chain: `0x` and 16 hex digits.',
  examples: ['0x7d1e0a92c4b85f36'],
})

/** A transaction's hash in its chain's format: `0x` and 64 hex digits, on Tron only the 64 digits. */
export const txHashSchema = textMatching(/^(?:0x)?[0-9a-fA-F]{64}$/, {
  code: 'invalid_tx_hash',
  message: 'must be 0x and 64 hex digits, or on Tron 64 hex digits',
}).meta({
  id: 'TxHash',
  description: 'Transaction hash: `0x` and 64 hex digits (66 characters); on Tron without `0x`.',
  examples: ['0x5ac0e1d39b2f4471c8de90a5b6e7f8a9b0c1d2e3f405162738495a6b7c8d9eaf'],
})

/** A transaction hash on an EVM chain: `0x` and 64 hex digits, 66 characters. */
export const evmTxHashSchema = textMatching(/^0x[0-9a-fA-F]{64}$/, {
  code: 'invalid_tx_hash',
  message: 'must be 0x and 64 hex digits',
}).meta({
  id: 'EvmTxHash',
  description: 'Transaction hash on an EVM chain: `0x` and 64 hex digits (66 characters).',
  examples: ['0x5ac0e1d39b2f4471c8de90a5b6e7f8a9b0c1d2e3f405162738495a6b7c8d9eaf'],
})

/** A 32-byte hash that is not a transaction hash. */
export const hashSchema = textMatching(/^0x[0-9a-fA-F]{64}$/, {
  code: 'invalid_hash',
  message: 'must be 0x and 64 hex digits',
})

/** A ULID in its one canonical form: upper case, 26 characters, at most 7ZZZ…. */
export const ulidSchema = textMatching(ULID, {
  code: 'invalid_ulid',
  message:
    'must be a ULID: 26 characters, each a digit or an upper-case letter except I, L, O and U; the first is 0 to 7',
}).meta({
  id: 'Ulid',
  description: 'ULID, 26 characters.',
  examples: ['01KB4Z8Q6V3M2N5P7R9T0W1X2Y'],
})

/** An id in a path. Its form is not checked here: an id in another form returns 404, like an unknown id. */
export const pathIdSchema = z.string()

/** A moment: ISO 8601 in UTC ending in `Z`. */
export const timestampSchema = z.iso.datetime().meta({
  id: 'Timestamp',
  description: 'ISO 8601 in UTC.',
  examples: ['2026-11-02T08:15:00.000Z'],
})

/** A timestamp from a caller; parses to the form with milliseconds, so that text order is chronological. */
export const momentSchema = timestampSchema.transform((text) => new Date(text).toISOString())

/** A calendar day: `2026-12-31`. */
export const daySchema = textWhere((text) =>
  z.iso.date().safeParse(text).success
    ? undefined
    : { code: 'invalid_date', message: 'must be a date such as 2026-12-31' },
).meta({ format: 'date' })

/** An http or https URL in a response; links must not have any other scheme. */
export const urlSchema = textMatching(/^https?:\/\/\S{1,2048}$/, {
  code: 'invalid_url',
  message: 'must be an http or https URL',
})

const DESTINATION_ID = /^[0-9A-Za-z]{34,42}@eip155:\d{1,20}#[0-9A-Fa-f]{8}:[0-9A-Za-z]{34,42}$/

/**
 * Composite id of a payee destination. Only the shape is checked here: a wallet, a chain id of at most 20 digits, a checksum and a token.
 * The action verifies them (`checksum_mismatch`).
 */
export const destinationIdSchema = textMatching(DESTINATION_ID, {
  code: 'invalid_destination',
  message: 'must be {wallet}@eip155:{chainId}#{checksum}:{token}',
}).meta({
  id: 'DestinationId',
  description: 'Composite id `{interopAddress}:{tokenAddress}` of a payee destination.',
})

/** The binding of a client ID: either permanently to a destination, or to a destination record, whose changes it follows. */
export const destinationReferenceSchema = textWhere((text) =>
  DESTINATION_ID.test(text) || ULID.test(text)
    ? undefined
    : {
        code: 'invalid_destination',
        message: 'must be {wallet}@eip155:{chainId}#{checksum}:{token} or the id of a destination',
      },
).meta({ pattern: `${DESTINATION_ID.source}|${ULID.source}` })

/** The id of an EVM chain or of Tron, as in EIP-155. */
export const chainIdSchema = z.int().positive().describe('EIP-155 chain id; 728126428 is Tron.')

/** A service identifier without a fixed form: visible ASCII, so that every database accepts it. */
export const opaqueIdSchema = textMatching(/^[\x21-\x7e]{1,200}$/, {
  code: 'invalid_id',
  message: 'must have 1 to 200 visible ASCII characters',
})

/** The merchant's own reference for an order: at most 255 characters, no control characters. */
export const referenceSchema = freeText({ max: 255 }).describe(
  "The merchant's reference, such as an order number.",
)

/** A fee that a payer paid or would pay. */
export const feeSchema = z
  .object({
    type: z.enum([
      'gas',
      'platform',
      'crosschain',
      'crypto-to-fiat',
      'offramp',
      'protocol',
      'network',
      'conversion',
    ]),
    stage: z.enum(['sending', 'receiving', 'proxying', 'refunding', 'overall']).optional(),
    provider: z.string().optional(),
    amount: decimalSchema.nullable(),
    currency: z.string(),
    amountInUSD: decimalSchema.optional(),
    receiverAddress: addressSchema.optional(),
    network: z.string().optional(),
    rateProvider: z.string().optional(),
    worth: decimalSchema
      .nullable()
      .optional()
      .describe(
        'The worth of the gas of a confirmed payment in the invoice currency, stored at the time of the payment. Null with `noWorthReason`; absent for other fees, and if the service looked up no price.',
      ),
    worthCurrency: z.string().optional().describe('Symbol of the currency of `worth`.'),
    noWorthReason: z
      .enum(['no_price'])
      .optional()
      .describe('`no_price`: the service knew no price of the coin when it recorded the payment.'),
  })
  .meta({ id: 'Fee' })

/** The parts of a payment whose fee the payee bears. */
export const payeeFeeSchema = z
  .object({
    amount: decimalSchema.describe('The fee, in the currency of the payment’s amount.'),
    netAmount: decimalSchema.describe(
      'The part that the payee keeps: it and the fee add up to the payment’s amount.',
    ),
  })
  .meta({ id: 'PayeeFee' })

/** The merchant's data about a customer. All members are optional. */
export const customerInfoSchema = z
  .object({
    firstName: freeText({ min: 1, max: 100 }).optional(),
    lastName: freeText({ min: 1, max: 100 }).optional(),
    email: z.email().max(255).optional(),
    address: z
      .object({
        street: freeText({ max: 255 }).optional(),
        city: freeText({ max: 100 }).optional(),
        state: freeText({ max: 100 }).optional(),
        postalCode: freeText({ max: 20 }).optional(),
        country: freeText({ min: 2, max: 2 }).optional(),
      })
      .optional(),
  })
  .meta({ id: 'CustomerInfo' })

/** The values of a request's `status`. */
export const requestStatusSchema = z
  .enum(['created', 'processing', 'partially_paid', 'paid', 'failed', 'refunded', 'invalidated'])
  .meta({
    id: 'RequestStatus',
    description:
      '`processing`: a payment is on chain but not yet confirmed. `invalidated`: the merchant cancelled it, and nothing has arrived.',
  })

/** The values of a secure payment's `status`. */
export const securePaymentStatusSchema = z
  .enum(['pending', 'completed', 'expired', 'invalidated'])
  .meta({ id: 'SecurePaymentStatus' })

/** The direction of a secure payment's money, from the merchant's point of view. */
export const securePaymentFlowSchema = z.enum(['get_paid', 'pay']).meta({
  id: 'SecurePaymentFlow',
  description: '`get_paid`: the merchant receives the money. `pay`: the merchant pays it out.',
})

/** The response from an operation that returns no further data. */
export const successSchema = z.object({ success: z.literal(true) }).meta({ id: 'Success' })

/**
 * The ranges of query members whose text is an integer. The OpenAPI document describes them as integers, so generated clients accept a number.
 * The service reads text, because a URL contains nothing else.
 */
export const integerTexts = z.registry<{ minimum: number; maximum: number }>()

/** Returns the schema for a page size in a query: digits only, from 1 to `max`. */
export function limitSchema(max: number): z.ZodString {
  return textWhere((text) => {
    if (!/^\d{1,9}$/.test(text))
      return { code: 'invalid_integer', message: 'must be a whole number' }
    const limit = Number(text)
    return limit >= 1 && limit <= max
      ? undefined
      : { code: 'out_of_range', message: `must be from 1 to ${max}` }
  })
    .meta({ pattern: '^\\d{1,9}$', description: `Page size, from 1 to ${max}.` })
    .register(integerTexts, { minimum: 1, maximum: max })
}

/** Adds the rule that a fee and its address are both present or both absent; null counts as absent. */
export function withFeePair<S extends z.ZodType<FeePair>>(schema: S): S {
  return schema.superRefine((body, context) => {
    const hasPercentage = typeof body.feePercentage === 'string'
    const hasAddress = typeof body.feeAddress === 'string'
    if (hasPercentage === hasAddress) return
    const [present, missing] = hasPercentage
      ? ['feePercentage', 'feeAddress']
      : ['feeAddress', 'feePercentage']
    context.addIssue({
      code: 'custom',
      path: [missing],
      message: `is required together with ${present}`,
      params: { code: 'required' },
    })
  })
}

type FeePair = { feePercentage?: string | null | undefined; feeAddress?: string | null | undefined }

function percentage(maxDecimals: number): z.ZodString {
  return textWhere((text) => {
    if (!DECIMAL.test(text)) {
      return { code: 'invalid_percentage', message: 'must be a decimal string such as "2.5"' }
    }
    if (!AT_MOST_100.test(text)) return { code: 'out_of_range', message: 'must be from 0 to 100' }
    const decimals = text.split('.')[1]?.length ?? 0
    if (decimals <= maxDecimals) return undefined
    return { code: 'too_many_decimals', message: `must have at most ${maxDecimals} decimals` }
  }).meta({
    pattern: `^(?:100(?:\\.0{1,${maxDecimals}})?|(?:0|[1-9]\\d?)(?:\\.\\d{1,${maxDecimals}})?)$`,
  })
}
