import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { displayFee } from '../../amounts/displayFee.ts'
import type { RequestDetail } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { renderFact } from '../../ui/elements.ts'
import { renderWorth } from './renderWorth.ts'

type Payment = RequestDetail['payments'][number]
type Fee = Payment['fees'][number]

/** Renders the fee that the merchant bore, and the rest, which add up to the credited amount; nothing if the merchant bore none. */
export function renderPayeeFee(
  { context: { text, format } }: ConsoleView<SignedInContext>,
  { payeeFee, amount, currency }: Payment,
): TemplateResult | typeof nothing {
  if (payeeFee === null) return nothing
  const { detail } = text.payments
  const symbol = plainText(currency)
  const parts = displayFee({ amount, fee: payeeFee.amount, bearer: 'payee' }, symbol)
  return html`${renderFact(detail.payeeFee, format.money(parts.fee, symbol))}
    ${renderFact(detail.net, format.money(parts.received, symbol))}`
}

/** Renders the costs of the payer: the amount that left the wallet for a bridge, the part that the bridge kept, and the network's fee. */
export function renderPayerCosts(
  view: ConsoleView<SignedInContext>,
  payment: Payment,
): TemplateResult {
  const { text, format } = view.context
  const { detail } = text.payments
  const { sourceAmount, sourceCurrency, fees } = payment
  const kept = fees.find(({ type }) => type === 'crosschain')
  const gas = fees.find(({ type }) => type === 'gas')
  const money = (amount: string, symbol: string) => format.money(amount, plainText(symbol))
  return html`${sourceAmount === null || sourceCurrency === null ? nothing : renderFact(detail.spent, money(sourceAmount, sourceCurrency))}
    ${kept === undefined || kept.amount === null ? nothing : renderFact(detail.kept, money(kept.amount, kept.currency))}
    ${gas === undefined ? nothing : renderFact(detail.gas, renderGas(view, gas))}`
}

function renderGas(
  view: ConsoleView<SignedInContext>,
  { amount, currency, worth, worthCurrency, noWorthReason }: Fee,
): TemplateResult {
  const { text, format } = view.context
  const fee = amount === null ? nothing : format.money(amount, plainText(currency))
  if (noWorthReason !== undefined) return html`${fee} · ${text.payments.detail.priceUnknown}`
  if (worth === undefined || worth === null || worthCurrency === undefined) return html`${fee}`
  return html`${fee} · ${renderWorth(view, worth, plainText(worthCurrency))}`
}
