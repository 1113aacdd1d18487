import { z } from 'zod'
import { recurrenceSchema } from './recurrence.ts'
import { addressSchema, amountSchema, currencyIdSchema, recipientSchema } from './schemas.ts'

const PLAIN = /^\d+(?:\.\d+)?$/

/** Digits that every JSON number keeps. */
const EXACT_DIGITS = 15

/**
 * An amount as v1 takes it: a decimal string, or a JSON number, which parses to the shortest decimal string that means it. One with
 * more than 15 digits is refused: it may have lost some on its way, and money is not guessed. v2 takes strings alone.
 */
export const looseAmountSchema = z
  .union([z.string().describe('Decimal text.'), z.number().describe('At most 15 digits.')])
  .transform((amount, context) => {
    if (typeof amount === 'string') return amount
    const text = writeNumber(amount)
    if (countDigits(text) <= EXACT_DIGITS) return text
    const message = `must be text when it has more than ${EXACT_DIGITS} digits: a number loses some`
    context.addIssue({ code: 'custom', message, params: { code: 'inexact_number' } })
    return z.NEVER
  })
  .pipe(amountSchema)
  .meta({
    id: 'LooseAmount',
    description: 'Decimal amount above zero, as text or as a number.',
    examples: ['12.5'],
  })

/** What a v1 caller states of a request to create. */
export const v1RequestCreateSchema = z
  .object({
    payee: recipientSchema,
    amount: looseAmountSchema,
    invoiceCurrency: currencyIdSchema,
    paymentCurrency: currencyIdSchema,
    payer: addressSchema.optional(),
    recurrence: recurrenceSchema.optional(),
  })
  .meta({ id: 'V1RequestCreate' })

/** What a v1 caller states to create a request and pay it at once. */
export const v1PayDirectlySchema = v1RequestCreateSchema
  .omit({ recurrence: true })
  .meta({ id: 'V1PayDirectly' })

/** Without the exponent that large and small numbers print with; what is no amount stays as it prints. */
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

/** Digits that matter: without the zeros on both sides. */
function countDigits(text: string): number {
  return text.replace('.', '').replace(/^0+|0+$/g, '').length
}
