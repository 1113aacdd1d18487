import { formatAmount } from '@secure-payment/core'
import type { TemplateResult } from 'lit'
import { readAmount } from '../amounts/readAmount.ts'
import type { ConsoleView } from '../ConsoleView.ts'
import type { TypedFormController } from '../controllers/TypedFormController.ts'
import type { Failure } from '../failure.ts'
import { renderInput } from './renderField.ts'

/** A field for an amount. Its hint names the currency and, once an amount is typed, the value that is read. */
export function renderAmountInput(
  view: ConsoleView,
  options: {
    name: string
    label: string
    typed: TypedFormController
    /** Null where the currency is not chosen. */
    symbol: string | null
    decimals: number
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
    ...(hint !== null && { hint }),
  })
}

/** The minimum number of decimals of a reading: with them, a thousand does not look like a fraction. */
const CENTS = 2

function describeAmount(
  view: ConsoleView,
  options: { name: string; typed: TypedFormController; symbol: string | null; decimals: number },
): string | null {
  const { symbol, decimals } = options
  if (symbol === null) return null
  const { text, format } = view.context
  const locale = navigator.language
  const units = readAmount(options.typed.text(options.name), { decimals, locale, text })
  return typeof units === 'string'
    ? text.amounts.currency(symbol)
    : text.amounts.reading(format.money(formatAmount(units, decimals), symbol, CENTS))
}
