import { formatAmount, parseAmount } from './amount.ts'

/** The decimals of a line's quantity. */
export const QUANTITY_DECIMALS = 6
/** The decimals of a line's unit price and tax. */
export const PRICE_DECIMALS = 18
const TOTAL_DECIMALS = QUANTITY_DECIMALS + PRICE_DECIMALS

/** One line in an order: decimal strings, in the currency of the order's amount. */
export type OrderLineAmounts = {
  quantity: string
  unitPrice: string
  /** The tax of the whole line, on top of its price. */
  taxAmount?: string | undefined
}

/**
 * Returns the exact total of an order's lines, as a canonical decimal string: the sum of quantity times unit price plus tax. Never
 * rounds.
 *
 * @throws AmountError if a number is malformed, or has more decimals than `QUANTITY_DECIMALS` or `PRICE_DECIMALS`
 */
export function orderTotal(lines: readonly OrderLineAmounts[]): string {
  return formatAmount(
    lines.reduce((sum, line) => sum + lineUnits(line), 0n),
    TOTAL_DECIMALS,
  )
}

/**
 * Returns the exact total of one line, including tax.
 *
 * @throws AmountError as `orderTotal` does
 */
export function orderLineTotal(line: OrderLineAmounts): string {
  return formatAmount(lineUnits(line), TOTAL_DECIMALS)
}

/**
 * Returns the exact tax of an order's lines and their total including tax, in units with 24 decimals. Their quotient is the share of tax in
 * each payment.
 */
export function orderTax(lines: readonly OrderLineAmounts[]): {
  taxUnits: bigint
  totalUnits: bigint
} {
  return {
    taxUnits: lines.reduce((sum, line) => sum + taxUnits(line), 0n),
    totalUnits: lines.reduce((sum, line) => sum + lineUnits(line), 0n),
  }
}

/**
 * Returns whether an amount is the total of the lines; trailing zeros make no difference.
 *
 * @throws AmountError for a malformed number, and for an amount of 0
 */
export function isOrderTotal(amount: string, lines: readonly OrderLineAmounts[]): boolean {
  return formatAmount(parseAmount(amount, TOTAL_DECIMALS), TOTAL_DECIMALS) === orderTotal(lines)
}

function lineUnits(line: OrderLineAmounts): bigint {
  const price = parseAmount(line.unitPrice, PRICE_DECIMALS, { allowZero: true })
  return parseAmount(line.quantity, QUANTITY_DECIMALS) * price + taxUnits(line)
}

function taxUnits({ taxAmount = '0' }: OrderLineAmounts): bigint {
  const tax = parseAmount(taxAmount, PRICE_DECIMALS, { allowZero: true })
  return tax * 10n ** BigInt(QUANTITY_DECIMALS)
}
