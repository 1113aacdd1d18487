import { formatAmount } from '@secure-payment/core'
import type { TemplateResult } from 'lit'
import { readAmount } from '../amounts/readAmount.ts'
import type { ConsoleView } from '../ConsoleView.ts'
import type { TypedFormController } from '../controllers/TypedFormController.ts'
import type { Failure } from '../failure.ts'
import { renderInput } from './renderField.ts'

/** Renders a field for an amount. The hint shows the currency and, once an amount is typed, the parsed value. */
export function renderAmountInput(
  view: ConsoleView,
  options: {
    name: string
    label: string
    typed: TypedFormController
    /** The currency's symbol; null before a currency is chosen. */
    symbol: string | null
    decimals: number
    /** The initial text. */
    value?: string | null | undefined
    failure: Failure | null
  },
): TemplateResult {
  const { name, label, failure } = options
  const hint = describeAmount(view, options)
  return renderInput(view, {
    name,
    label,
    inputMode: 'decimal',
    maxLength: 80,
    failure,
    isHintLive: true,
    value: options.value,
    ...(hint !== null && { hint }),
  })
}

/** The minimum number of decimals in the hint: `1,000` could be read as a fraction, but `1,000.00` cannot. */
const CENTS = 2

function describeAmount(
  view: ConsoleView,
  options: { name: string; typed: TypedFormController; symbol: string | null; decimals: number },
): string | null {
  const { symbol, decimals } = options
  if (symbol === null) return null
  const { text, format } = view.context
  const locale = navigator.language
  const units = readAmount(options.typed.text(options.name), { symbol, decimals, locale, text })
  return typeof units === 'string'
    ? text.amounts.currency(symbol)
    : text.amounts.reading(format.money(formatAmount(units, decimals), symbol, CENTS))
}
