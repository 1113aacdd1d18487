import { html, nothing, type TemplateResult } from 'lit'
import type { AcceptedCurrency, Cost, OtherTokens, PayOption } from '../../payOption.ts'
import { plainText } from '../../text/format.ts'
import { formatList } from '../../text/formatList.ts'
import type { AcceptedText } from '../../text/text.ts'
import { addAmounts } from '../addAmounts.ts'
import {
  byUse,
  cutBalance,
  describeBalance,
  formatRounded,
  isPossible,
  isStuck,
  options,
  renderActions,
  renderCoin,
  renderCosts,
} from '../options/options.ts'
import type { Say } from '../pageRail.ts'
import { roundCost } from '../review/roundUp.ts'
import { renderButton, renderHeading } from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import { renderAccount } from '../shell/renderAccount.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/** A longer list has a search field, and shows this number of payable rows at first. */
const MOST_ROWS = 6

/**
 * Creates the screen with one row per accepted currency. The rows that the wallet can pay come first, as the service ordered them by worth.
 * All others are in one section that the payer can open, the least lacking first, with the tokens that the payment does not accept. It is
 * open if no row can be paid. A long list collapses the later payable rows too, and has a search. Payable tokens that the payment does not
 * accept come last, unless the wallet can pay with nothing else.
 */
export function createOptions(kit: AcceptedKit): Screen<FlowContext> {
  const { words, update } = kit
  return {
    ...options,
    body: (context) => {
      const { model, text } = context
      const query = queries.get(update) ?? ''
      const accepted = model.options.filter((option) => option.accepted)
      const found = searchOptions(model.options, query)
      const payable = found.filter((option) => option.accepted && isPossible(option))
      const others = found.filter((option) => !isPossible(option)).toSorted(byUse)
      // If the wallet can pay in no currency, the other ways come first, because the list of missing amounts may be longer than the
      // screen.
      const isPoor = !accepted.some(isPossible)
      const [shown, folded] = query === '' ? foldRows(payable, findOwn(model)) : [payable, []]
      return html`${renderHeading(text.optionsTitle)} ${renderAccount(context, isStuck(context))}
        <slot name="before-options"></slot>
        ${isPoor ? html`<p class="problem small">${words.nothing}</p>${renderOtherTokens(context, kit)}` : nothing}
        ${isStuck(context) ? renderActions(context) : nothing}
        ${renderSearch(context, words, { query, hasFound: found.length > 0, update })}
        ${payable.length > 0 ? renderRows(context, kit, shown) : nothing}
        ${renderFolded(context, kit, { rows: folded, label: words.more, part: 'more-options', isOpen: false })}
        ${renderFolded(context, kit, { rows: others, label: words.others, part: 'other-options', isOpen: payable.length === 0 || query !== '' })}
        ${isPoor ? nothing : renderOtherTokens(context, kit)}
        ${renderOtherWallet(context, words)} ${isStuck(context) ? nothing : renderActions(context)}`
    },
  }
}

/** The dependencies of the choice. */
type AcceptedKit = {
  readonly words: AcceptedText
  readonly say: Say
  /** Renders the choice again. */
  readonly update: () => void
}

const OTHER_TOKENS: OtherTokens = 'other_tokens'

/** Renders the ways to pay with a token that the payment does not accept, or the button that reads them. */
function renderOtherTokens(context: FlowContext, { words, say, update }: AcceptedKit): unknown {
  const { model, actions } = context
  const { otherTokens } = model.options[0] ?? {}
  if (otherTokens === undefined) return nothing
  if (otherTokens === 'on_press') {
    const isReading = model.optionId === OTHER_TOKENS
    return html`<div class="actions">
      ${isReading ? html`<p class="muted small" role="status"><span part="spinner" class="spinner" aria-hidden="true"></span> ${words.otherTokens}</p>` : renderButton({ label: words.otherTokens, kind: 'quiet', onClick: () => actions.selectOption(OTHER_TOKENS) })}
    </div>`
  }
  if (routes === null) void loadRoutes().then(update, () => undefined)
  return routes?.renderRoutes(context, { words, say }) ?? nothing
}

/** The rows of ways from other chains, once their chunk has loaded. */
let routes: typeof import('./renderRoutes.ts') | null = null

async function loadRoutes(): Promise<void> {
  routes = await import('./renderRoutes.ts')
}

/** The payer's search text in each element, by the function that renders the element again. */
const queries = new WeakMap<() => void, string>()

/** Returns the options whose symbol, currency or network contains each word of the payer's text. */
function searchOptions(all: readonly PayOption[], query: string): readonly PayOption[] {
  const wanted = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ symbol, accepted, bridge }) => {
    const texts = [symbol, accepted?.listed.currency, (accepted ?? bridge)?.networkName]
    const own = texts.join(' ').toLocaleLowerCase()
    return wanted.every((word) => own.includes(word))
  })
}

function renderSearch(
  { model }: FlowContext,
  words: AcceptedText,
  { query, hasFound, update }: { query: string; hasFound: boolean; update: () => void },
): TemplateResult | typeof nothing {
  if (model.options.filter((option) => option.accepted).length <= MOST_ROWS) return nothing
  const onInput = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return
    queries.set(update, target.value)
    update()
  }
  return html`<input class="search" type="search" autocomplete="off" spellcheck="false" aria-label=${words.search} placeholder=${words.search} .value=${query} @input=${onInput}>
    <p class="muted small" aria-live="polite" ?hidden=${hasFound}>${hasFound ? '' : words.noMatch(plainText(query))}</p>`
}

/** Renders rows in a section that the payer can open, with their number; nothing without rows. */
function renderFolded(
  context: FlowContext,
  kit: AcceptedKit,
  {
    rows,
    label,
    part,
    isOpen,
  }: {
    rows: readonly PayOption[]
    label: (count: string) => string
    part: string
    isOpen: boolean
  },
): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing
  return html`<details part=${part} ?open=${isOpen}>
    <summary>${renderIcon(icons.chevron, 'small directional')}${label(context.format.count(rows.length))}</summary>
    ${renderRows(context, kit, rows)}
  </details>`
}

/** Names the currencies that need a wallet of another family of networks; nothing if there are none. */
function renderOtherWallet(
  { model, format }: FlowContext,
  words: AcceptedText,
): TemplateResult | typeof nothing {
  const { others = [] } = model.options[0] ?? {}
  if (others.length === 0) return nothing
  const names = others.map(
    ({ symbol, networkName }) => `${plainText(symbol)} (${plainText(networkName)})`,
  )
  return html`<p part="other-wallet" class="muted small">${words.otherWallet(formatList(format, names))}</p>`
}

/** Splits the payable rows into those in sight and the collapsed ones: never a single one, and never the payment's own currency. */
function foldRows(
  payable: readonly PayOption[],
  own: string | null,
): readonly [readonly PayOption[], readonly PayOption[]] {
  if (payable.length <= MOST_ROWS + 1) return [payable, []]
  const isOwn = ({ accepted }: PayOption) => accepted?.listed.currency === own
  const last = payable.slice(MOST_ROWS - 1).find(isOwn) ?? payable[MOST_ROWS - 1]
  const shown = payable.filter((one, index) => index < MOST_ROWS - 1 || one === last)
  return [shown, payable.filter((one) => !shown.includes(one))]
}

/** Returns the id of the payment's own currency, which the service lists first; null if there is no list. */
function findOwn({ payment }: FlowContext['model']): string | null {
  const { options: listed } = Object(payment?.raw)
  const own: unknown = Array.isArray(listed) ? Object(listed[0]).option : undefined
  return typeof own === 'string' ? own : null
}

function renderRows(
  context: FlowContext,
  { words, say }: AcceptedKit,
  rows: readonly PayOption[],
): TemplateResult {
  return html`<ul part="options" class="choices">
    ${rows.map(
      (option) =>
        html`<li>${option.accepted ? renderRow(context, words, option, option.accepted) : routes?.renderRoute(context, say, option, option.bridge)}</li>`,
    )}
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
  const canPay = isPossible(option)
  const { currency } = accepted.listed
  const coin = isNamedAfter(option, currency) ? option.symbol : currency
  return html`<button part="option" class="choice compact" type="button" ?disabled=${!canPay || model.optionId !== null} aria-busy=${isReading} @click=${() => actions.selectOption(option.id)}>
    ${isReading ? html`<span part="spinner" class="spinner mark" aria-hidden="true"></span>` : renderCoin(context, coin, option.network)}
    <span class="grow">
      <span class="line"><span><bdi part="option-token" class="name">${plainText(option.symbol)}</bdi> <span part="option-chain" class="muted small">${text.onNetwork(plainText(accepted.networkName))}</span></span><span class="end name">${formatRounded(context, canPay ? accepted.amount : { symbol: option.symbol, amount: option.needed })}</span></span>
      ${renderCosts(context, accepted)}
      <span part="option-balance" class="line small ${canPay ? 'muted' : 'problem'}">${describeMeans(context, words, option, accepted)}</span>
    </span>
  </button>`
}

/** Returns whether a currency has the id of the registry's token: `USDC-base` for USDC on Base. Only such a token has the symbol's icon. */
function isNamedAfter({ symbol, network }: PayOption, currency: string): boolean {
  return currency === `${symbol}-${network}` || currency === `${symbol}-${network}-${network}`
}

function describeMeans(
  context: FlowContext,
  words: AcceptedText,
  option: PayOption,
  { balanceWorth, networkFee, listed }: AcceptedCurrency,
): string {
  if (!isPossible(option) || option.balance === null || balanceWorth === null) {
    // The native coin pays the network fee too.
    const isNative = listed.tokenAddress === null && option.symbol === networkFee.symbol
    const amount = isNative ? addAmounts(option.needed, networkFee.amount) : option.needed
    return describeBalance(context, option, roundCost({ symbol: option.symbol, amount }))
  }
  const balance = context.format.money(cutBalance(option.balance), option.symbol)
  return words.balance(balance, formatRounded(context, cut(balanceWorth)))
}

/** Cuts the worth of a balance after two decimals, so that it is never above the real one. */
function cut({ amount, symbol }: Cost): Cost {
  return { amount: amount.replace(/(\.\d\d)\d+$/, '$1'), symbol }
}
