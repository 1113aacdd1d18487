import { AmountError, orderTotal, parseAmount } from '@secure-payment/core'
import type { Order } from '@secure-payment/core/api'
import { cutCurrency } from '../../amounts/cutCurrency.ts'
import { isTooLarge } from '../../amounts/readAmount.ts'
import { readAmountText } from '../../amounts/readAmountText.ts'
import type { FormValues } from '../../readForm.ts'
import type { Text } from '../../text/text.ts'

/** The maximum number of lines in an order. */
export const MAX_LINES = 100
/** The maximum length of a line's name. */
export const MAX_LINE_NAME = 200

/** The limits of an order's numbers in the API. */
const QUANTITY_DIGITS = 9
const QUANTITY_DECIMALS = 6
const PRICE_DECIMALS = 18

type Line = NonNullable<Order['lines']>[number]

/** A form's lines, and the fields that are not valid. `total` is null until every line is valid. */
export type OrderLines = {
  readonly lines: readonly Line[]
  readonly total: string | null
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Reads an order's lines. `rows` names them: the fields of row 3 are `name-3`, `quantity-3` and so on. `symbol` is the prices'
 * currency; null before a choice.
 */
export function readOrderLines(
  form: Pick<FormValues, 'text'>,
  options: { rows: readonly number[]; symbol: string | null; locale: string; text: Text },
): OrderLines {
  const { rows, symbol, locale, text } = options
  const fields: Record<string, string> = {}
  const lines = rows.flatMap((row) => {
    const name = form.text(`name-${row}`)
    const read = (field: 'quantity' | 'price' | 'tax', typed: string): string | null => {
      const number = readNumber(typed, { field, symbol, locale, text })
      if ('problem' in number) fields[`${field}-${row}`] = number.problem
      return 'problem' in number ? null : number.value
    }
    const quantity = read('quantity', form.text(`quantity-${row}`))
    const unitPrice = read('price', form.text(`price-${row}`))
    const typedTax = form.text(`tax-${row}`)
    const tax = typedTax === '' ? '' : read('tax', typedTax)
    if (name === '') fields[`name-${row}`] = text.errors.required
    if (name.length > MAX_LINE_NAME) fields[`name-${row}`] = text.links.form.tooLong(MAX_LINE_NAME)
    if (quantity === null || unitPrice === null || tax === null) return []
    return [{ name, quantity, unitPrice, ...(tax !== '' && { taxAmount: tax }) }]
  })
  const isWhole = lines.length === rows.length && rows.length > 0
  return { lines, total: isWhole ? addUp(lines) : null, fields }
}

function addUp(lines: readonly Line[]): string | null {
  try {
    return orderTotal(lines)
  } catch (error) {
    // The total is larger than any contract accepts.
    if (error instanceof AmountError) return null
    throw error
  }
}

/** Formats an API number for a field: `1.005` becomes `1.0050`, which cannot be read as a thousand and five. */
export function writeNumber(number = ''): string {
  return /^\d{1,3}\.\d{3}$/.test(number) ? `${number}0` : number
}

type NumberOptions = {
  readonly field: 'quantity' | 'price' | 'tax'
  readonly symbol: string | null
  readonly locale: string
  readonly text: Text
}

/** Returns a number in the API's format, or the error. A quantity is above 0, a price or tax at least 0. */
function readNumber(
  typed: string,
  { field, symbol, locale, text }: NumberOptions,
): { readonly value: string } | { readonly problem: string } {
  const { amounts, links } = text
  const isQuantity = field === 'quantity'
  const problem = isQuantity ? links.form.quantityInvalid : links.form.priceInvalid
  const { number, foreign } =
    isQuantity || symbol === null
      ? { number: typed, foreign: null }
      : cutCurrency(typed, { symbol, locale })
  if (symbol !== null && foreign !== null)
    return { problem: amounts.otherCurrency(foreign, symbol) }
  if (!isQuantity && /^0+$/.test(number)) return { value: '0' }
  const read = readAmountText(number, locale)
  if (read.kind === 'ambiguous') return { problem: amounts.ambiguous(...read.spellings) }
  if (read.kind === 'invalid') return { problem }
  if (isQuantity) return isQuantityOf(read.amount) ? { value: read.amount } : { problem }
  return readPrice(read.amount, text)
}

/** Returns whether the API accepts the amount as a quantity. */
function isQuantityOf(amount: string): boolean {
  return new RegExp(`^(?!0$)\\d{1,${QUANTITY_DIGITS}}(?:\\.\\d{1,${QUANTITY_DECIMALS}})?$`).test(
    amount,
  )
}

function readPrice(
  amount: string,
  { amounts, links }: Text,
): { readonly value: string } | { readonly problem: string } {
  try {
    parseAmount(amount, PRICE_DECIMALS, { allowZero: true })
    return { value: amount }
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    if (error.code === 'too_many_decimals')
      return { problem: amounts.tooManyDecimals(PRICE_DECIMALS) }
    return { problem: isTooLarge(amount) ? amounts.tooLarge : links.form.priceInvalid }
  }
}
