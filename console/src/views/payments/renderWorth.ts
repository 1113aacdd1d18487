import { html, nothing, type TemplateResult } from 'lit'
import { exactFiat } from '../../amounts/cutFiat.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'

/** Renders a value in the sentence that `write` returns, followed by the exact value if rounding drops decimals. */
export function renderWorth(
  { context: { format, text } }: ConsoleView<SignedInContext>,
  worth: string,
  currency: string,
  write: (worth: string) => string = (written) => written,
): TemplateResult {
  const exact = exactFiat(worth, currency)
  return html`${write(format.money(worth, currency))}${exact === null ? nothing : html` <span class="hint">${text.payments.exactly(exact)}</span>`}`
}
