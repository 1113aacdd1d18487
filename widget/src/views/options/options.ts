import { html, nothing, type TemplateResult } from 'lit'
import type { Cost, PayOption, RouteCosts } from '../../payOption.ts'
import { plainText } from '../../text/format.ts'
import { subtractAmounts } from '../addAmounts.ts'
import { roundCost } from '../review/roundUp.ts'
import { firstLetter, formatCosts, renderButton, renderHeading } from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import { renderAccount } from '../shell/renderAccount.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/** The screen with one row per payment option. An option that the account cannot afford is disabled and shows the reason. */
export const options: Screen<FlowContext> = {
  id: 'options',
  heading: ({ text }) => text.optionsTitle,
  body: (
    context,
  ) => html`${renderHeading(context.text.optionsTitle)} ${renderAccount(context, isStuck(context))}
    <slot name="before-options"></slot>
    <ul part="options" class="choices">
      ${context.model.options.map((option) => html`<li>${renderOption(context, option)}</li>`)}
    </ul>
    ${renderActions(context)}`,
}

/** Returns whether the account can afford no option. */
export function isStuck({ model }: FlowContext): boolean {
  return model.options.length > 0 && !model.options.some(isPossible)
}

/** Returns whether the account can afford an option. */
export function isPossible({ hasEnoughBalance, hasEnoughGas }: PayOption): boolean {
  return hasEnoughBalance && hasEnoughGas !== false
}

/**
 * Orders the options that the account can afford first, as they are. The others follow: first those that lack only the network fee, and
 * then those with the highest part of the needed amount.
 */
export function byUse(one: PayOption, other: PayOption): number {
  return shareOf(other) - shareOf(one)
}

/** Returns the part of its costs for which the account has enough, for the order of rows only. */
function shareOf(option: PayOption): number {
  if (isPossible(option)) return 2
  const { hasEnoughBalance, balance, needed } = option
  return hasEnoughBalance ? 1 : Math.min(Number(balance) / Number(needed), 0.999)
}

/** Renders a button that reads the balances again and, for an account that can afford no option, the ways to use another wallet. */
export function renderActions(context: FlowContext): TemplateResult {
  const { text, actions, settings, local } = context
  const hasPhone = settings.hostedUrl ?? settings.walletConnect
  const openPhone = () => {
    actions.disconnect()
    local.openPhone()
  }
  const ways = isStuck(context)
    ? html`${renderButton({ label: text.changeWallet, kind: 'primary', onClick: () => actions.disconnect() })}
      ${hasPhone ? renderButton({ label: text.phoneWallet, icon: icons.phone, onClick: openPhone }) : nothing}`
    : nothing
  return html`<div class="actions">
    ${ways}
    ${renderButton({ label: text.refresh, kind: 'quiet', onClick: () => actions.refresh() })}
  </div>`
}

/** Renders the row of a payment option on the payment’s own network. */
export function renderOption(context: FlowContext, option: PayOption): TemplateResult {
  const { model, text, actions } = context
  const isReading = model.optionId === option.id
  const canPay = isPossible(option)
  return html`<button part="option" class="choice" type="button" ?disabled=${!canPay || model.optionId !== null} aria-busy=${isReading} @click=${() => actions.selectOption(option.id)}>
    ${renderCoin(context, option.symbol, option.network)}
    <span class="grow">
      <span class="line name"><bdi part="option-token">${plainText(option.symbol)}</bdi><span class="end">${describeSpending(context, option)}</span></span>
      <span class="line muted small"><span part="option-chain">${text.onNetwork(nameNetwork(context, option))}</span><span part="option-badge">${text.direct}</span></span>
      ${renderCosts(context, option.directCosts)}
      <span part="option-balance" class="line small ${canPay ? 'muted' : 'problem'}">${describeBalance(context, option)}</span>
    </span>
    ${isReading ? html`<span part="spinner" class="spinner" aria-hidden="true"></span>` : canPay ? renderIcon(icons.chevron, 'chevron directional') : nothing}
  </button>`
}

/** Renders the network fee and the total of a way in the invoice currency, or the fee in the native coin without a rate. */
export function renderCosts(
  context: FlowContext,
  costs: RouteCosts | undefined,
): TemplateResult | typeof nothing {
  if (costs === undefined) return nothing
  const { networkFee, feeWorth, total } = costs
  const { text } = context
  return html`<span class="line muted small"><span part="option-fee">${text.networkFee} ≈\u00a0${formatRounded(context, feeWorth ?? networkFee)}</span>${total ? html`<span part="option-total" class="end">${text.total} ${formatRounded(context, total)}</span>` : nothing}</span>`
}

/** The cost is the amount that leaves the wallet; for a conversion, it is the maximum. */
function describeSpending(context: FlowContext, option: PayOption): string {
  const { costs, spending } = option
  if (!isAtRate(context, option)) return formatCosts(context, option.isQuoted ? spending : costs)
  return context.text.upTo(formatCosts(context, spending.map(roundCost)))
}

/** Returns whether the rate at the time of the payment determines what leaves the wallet. A price of the service fixes the amount. */
function isAtRate({ model }: FlowContext, { costs, spending, isQuoted }: PayOption): boolean {
  const isPriced = isQuoted ?? model.payment?.items.some(({ quoted }) => quoted)
  return !isPriced && costs.some(({ symbol }, index) => spending[index]?.symbol !== symbol)
}

function nameNetwork({ model }: FlowContext, option: PayOption): string {
  const chain = model.payment?.chain
  return plainText(chain && chain.id === option.network ? chain.name : option.network)
}

/**
 * Describes the account's balance, and what it lacks. The balance and the missing amount, which is rounded up, are at least `needed`, the
 * amount that the row displays.
 */
export function describeBalance(
  context: FlowContext,
  option: PayOption,
  needed: Cost = displayedCost(context, option),
): string {
  const { text, format } = context
  const noGas = option.hasEnoughGas === false ? describeLackingGas(context, option) : []
  if (option.hasEnoughBalance && noGas.length > 0) return joinFacts(noGas)
  if (option.balance === null) return text.balanceUnknown
  const have = cutBalance(option.balance)
  const balance = text.balance(format.money(have, option.symbol))
  if (option.hasEnoughBalance) return balance
  const { missing } = option
  const amount = missing && (subtractAmounts(needed.amount, have) ?? missing.amount)
  const lack = amount
    ? text.missing(formatRounded(context, { symbol: option.symbol, amount }))
    : text.notEnough
  return joinFacts([balance, lack, ...noGas])
}

/** States that the coin for the network fee is not enough, with the balance and the missing amount if they are known. */
function describeLackingGas(context: FlowContext, option: PayOption): readonly string[] {
  const { text } = context
  const said = text.notEnoughGas(plainText(findCoin(context, option)))
  if (!option.lackingGas) return [said]
  const { balance, missing } = option.lackingGas
  const have = { ...balance, amount: cutBalance(balance.amount) }
  return [
    said,
    text.balance(formatCosts(context, [have])),
    text.missing(formatRounded(context, missing)),
  ]
}

/** Each fact moves to its own line if they do not fit on one. */
function joinFacts(facts: readonly string[]): string {
  return facts.map((fact) => fact.replaceAll(' ', '\u00a0')).join(' · ')
}

/** Returns the symbol of the coin that pays the network fee. */
function findCoin({ model }: FlowContext, { bridge, accepted }: PayOption): string {
  const fee = bridge?.costs?.networkFee ?? accepted?.networkFee
  return fee?.symbol ?? model.payment?.chain.nativeCurrency.symbol ?? ''
}

/** Returns the amount that leaves the wallet, as the row displays it: the maximum of a conversion is rounded up. */
function displayedCost(context: FlowContext, option: PayOption): Cost {
  const [cost] = option.spending
  return isAtRate(context, option) ? roundCost(cost) : cost
}

/** Cuts a balance to four decimals, or to four significant digits below 1, so that it is never above the real one. */
export function cutBalance(balance: string): string {
  return balance.replace(/^([1-9]\d*\.\d{4}|0\.0*[1-9]\d{3})\d+$/, '$1')
}

/** Formats a cost, rounded up. */
export function formatRounded(context: FlowContext, cost: Cost): string {
  return formatCosts(context, [roundCost(cost)])
}

/**
 * Renders a coin with the badge of its network. A coin without an icon has its currency sign, or the first letter of its name, and a network
 * without an icon has no badge.
 */
export function renderCoin(
  { coins }: FlowContext,
  symbol: string,
  network: string,
): TemplateResult {
  const icon = coins?.findTokenIcon(symbol)
  const badge = coins?.findNetworkIcon(network)
  return html`<span class="mark" aria-hidden="true">${
    icon
      ? html`<img class="wallet-icon coin" src=${icon} alt="">`
      : html`<span class="wallet-icon monogram coin">${SIGNS.get(symbol) ?? firstLetter(symbol)}</span>`
  }${badge ? html`<img class="network" src=${badge} alt="">` : nothing}</span>`
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['USDC', '$'],
  ['USDT', '₮'],
  ['ETH', 'Ξ'],
  ['DAI', '◈'],
  ['EURC', '€'],
])
