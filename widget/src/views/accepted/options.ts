import { html, nothing, type TemplateResult } from 'lit'
import type { AcceptedCurrency, Cost, PayOption } from '../../payOption.ts'
import { plainText } from '../../text/format.ts'
import type { AcceptedText } from '../../text/text.ts'
import {
  describeBalance,
  formatRounded,
  isStuck,
  options,
  renderActions,
  renderCoin,
} from '../options/options.ts'
import { renderHeading } from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import { renderAccount } from '../shell/renderAccount.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/**
 * Creates the screen with one row per accepted currency. The rows that the wallet can pay come first, as the service ordered them by worth;
 * the others are in a section that the payer can open. It is open if no row can be paid.
 */
export function createOptions(words: AcceptedText): Screen<FlowContext> {
  return {
    ...options,
    body: (context) => {
      const { model, text, format } = context
      const payable = model.options.filter(isPayable)
      const others = model.options.filter((option) => !isPayable(option))
      // If the wallet can pay in no currency, the other ways come first, because the list of missing amounts may be longer than the
      // screen.
      const isPoor = isStuck(context)
      return html`${renderHeading(text.optionsTitle)} ${renderAccount(context, isPoor)}
        <slot name="before-options"></slot>
        ${isPoor ? html`<p class="problem small">${words.nothing}</p>${renderActions(context)}` : renderRows(context, words, payable)}
        ${
          others.length === 0
            ? nothing
            : html`<details part="other-options" ?open=${payable.length === 0}>
                <summary>${renderIcon(icons.chevron, 'small directional')}${words.others(format.count(others.length))}</summary>
                ${renderRows(context, words, others)}
              </details>`
        }
        ${isPoor ? nothing : renderActions(context)}`
    },
  }
}

function isPayable({ hasEnoughBalance, hasEnoughGas }: PayOption): boolean {
  return hasEnoughBalance && hasEnoughGas !== false
}

function renderRows(
  context: FlowContext,
  words: AcceptedText,
  rows: readonly PayOption[],
): TemplateResult {
  const shown = rows.flatMap((option) => (option.accepted ? [{ option, ...option.accepted }] : []))
  return html`<ul part="options" class="choices">
    ${shown.map((row) => html`<li>${renderRow(context, words, row.option, row)}</li>`)}
  </ul>`
}

function renderRow(
  context: FlowContext,
  words: AcceptedText,
  option: PayOption,
  accepted: AcceptedCurrency,
): TemplateResult {
  const { model, text, actions } = context
  const isReading = model.optionId === option.id
  const isPossible = isPayable(option)
  const { currency } = accepted.listed
  const coin = isNamedAfter(option, currency) ? option.symbol : currency
  return html`<button part="option" class="choice compact" type="button" ?disabled=${!isPossible || model.optionId !== null} aria-busy=${isReading} @click=${() => actions.selectOption(option.id)}>
    ${isReading ? html`<span part="spinner" class="spinner mark" aria-hidden="true"></span>` : renderCoin(context, coin, option.network)}
    <span class="grow">
      <span class="line"><span><bdi part="option-token" class="name">${plainText(option.symbol)}</bdi> <span part="option-chain" class="muted small">${text.onNetwork(plainText(accepted.networkName))}</span></span><span class="end name">${formatRounded(context, accepted.amount)}</span></span>
      <span class="line muted small"><span part="option-fee">${words.networkFee(describeFee(context, accepted))}</span>${renderTotal(context, words, accepted)}</span>
      <span part="option-balance" class="line small ${isPossible ? 'muted' : 'problem'}">${describeMeans(context, words, option, accepted)}</span>
    </span>
  </button>`
}

/** Returns whether a currency has the id of the registry's token: `USDC-base` for USDC on Base. Only such a token has the symbol's icon. */
function isNamedAfter({ symbol, network }: PayOption, currency: string): boolean {
  return currency === `${symbol}-${network}` || currency === `${symbol}-${network}-${network}`
}

function renderTotal(
  context: FlowContext,
  words: AcceptedText,
  { total }: AcceptedCurrency,
): TemplateResult | typeof nothing {
  if (total === null) return nothing
  return html`<span part="option-total" class="end">${words.total(formatRounded(context, total))}</span>`
}

/** Describes the fee in the invoice currency, or in the native coin without a rate. */
function describeFee(context: FlowContext, { feeWorth, networkFee }: AcceptedCurrency): string {
  return formatRounded(context, feeWorth ?? networkFee)
}

function describeMeans(
  context: FlowContext,
  words: AcceptedText,
  option: PayOption,
  { balanceWorth, networkFee }: AcceptedCurrency,
): string {
  const { text, format } = context
  if (option.hasEnoughBalance && option.hasEnoughGas === false) {
    return text.notEnoughGas(plainText(networkFee.symbol))
  }
  if (!option.hasEnoughBalance || option.balance === null || balanceWorth === null) {
    return describeBalance(context, option)
  }
  const balance = format.money(option.balance, option.symbol)
  return words.balance(balance, formatRounded(context, cut(balanceWorth)))
}

/** Cuts the worth of a balance after two decimals, so that it is never above the real one. */
function cut({ amount, symbol }: Cost): Cost {
  return { amount: amount.replace(/(\.\d\d)\d+$/, '$1'), symbol }
}
