import { z } from 'zod'
import {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  recipientSchema,
} from '../schemas/schemas.ts'
import { noAccessPolicy } from './noAccessPolicy.ts'
import { recurrenceSchema } from './recurrence.ts'

const PLAIN = /^\d+(?:\.\d+)?$/

/** The number of significant digits that every JSON number keeps. */
const EXACT_DIGITS = 15

/**
 * An amount in v1: a decimal string, or a JSON number, which parses to its shortest decimal string. A number with more
 * than 15 digits is rejected, because it may have lost digits in JSON. v2 accepts only strings.
 */
export const looseAmountSchema = z
  .union([z.string().describe('Decimal text.'), z.number().describe('At most 15 digits.')])
  .transform((amount, context) => {
    if (typeof amount === 'string') return amount
    const text = writeNumber(amount)
    if (countDigits(text) <= EXACT_DIGITS) return text
    const message = `must be text when it has more than ${EXACT_DIGITS} digits, because a number would lose digits`
    context.addIssue({ code: 'custom', message, params: { code: 'inexact_number' } })
    return z.NEVER
  })
  .pipe(amountSchema)
  .meta({
    id: 'LooseAmount',
    description: 'Decimal amount above zero, as text or as a number.',
    examples: ['12.5'],
  })

/** A v1 caller's input for a request. */
export const v1RequestCreateSchema = z
  .object({
    payee: recipientSchema,
    amount: looseAmountSchema,
    invoiceCurrency: currencyIdSchema,
    paymentCurrency: currencyIdSchema,
    payer: addressSchema.optional(),
    recurrence: recurrenceSchema.optional(),
    ...noAccessPolicy,
  })
  .meta({ id: 'V1RequestCreate' })

/** A v1 caller's input to create a request and pay it at once. */
export const v1PayDirectlySchema = v1RequestCreateSchema
  .omit({ recurrence: true })
  .meta({ id: 'V1PayDirectly' })

/** Writes large and small numbers without an exponent; a value that is not an amount stays unchanged. */
function writeNumber(amount: number): string {
  const text = String(amount)
  if (PLAIN.test(text)) return text
  const match = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (match === null) return text
  const [, first = '', rest = '', exponent = ''] = match
  const shift = Number(exponent)
  const digits = first + rest
  if (shift < 0) return `0.${'0'.repeat(-shift - 1)}${digits}`
  return digits.padEnd(shift + 1, '0')
}

/** Counts the significant digits, without the zeros at both ends. */
function countDigits(text: string): number {
  return text.replace('.', '').replace(/^0+|0+$/g, '').length
}
