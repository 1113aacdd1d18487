import { html, nothing, type TemplateResult } from 'lit'
import { isPartLost } from '../../loadPart.ts'
import { TRANSIENT } from '../../machine/transient.ts'
import type { Model } from '../../model.ts'
import { paidSymbol } from '../../paidCurrency.ts'
import type { PaymentMetadata } from '../../paymentMetadata.ts'
import type { Cost } from '../../payOption.ts'
import { maskAddress } from '../../text/address.ts'
import { plainText, safeUrl } from '../../text/format.ts'
import type { EntryText } from '../../text/text.ts'
import { findTotal, isPayout } from '../payment.ts'
import type { Shown } from '../screens.ts'
import type { ViewContext } from '../viewContext.ts'
import { firstLetter, formatCosts, renderNote } from './elements.ts'

/** Renders the whole element: header, amount, the screen of the model's state, and the live region. */
export function renderCard(
  context: ViewContext,
  screen: Shown,
  announcement: string,
): TemplateResult {
  const { model, text, format } = context
  const { refunds, refundAnnouncement = '' } = context
  const said = mustReload(model) ? text.updated : `${announcement} ${refundAnnouncement}`.trim()
  return html`<section part="base" class="base" aria-label=${findName(context)} aria-busy=${isBusy(model)} lang=${format.language} dir=${text.dir}>
      <div part="card" class="card">
        <slot name="header">${renderHeader(context)}</slot>
        ${renderAmount(context)}
        <slot name="summary">${context.order}</slot>${refunds}
        ${renderScreen(context, screen)}
        <slot name="footer" part="footer"></slot>${context.legal}
      </div>
      <div class="visually-hidden" role="status">${isUrgent(model) ? '' : said}</div>
      <div class="visually-hidden" role="alert">${isUrgent(model) ? said : ''}</div>
    </section>`
}

/**
 * Returns the accessible name that distinguishes several payments on a page. A payment whose data is not loaded has no name, so the card is
 * not a landmark yet.
 */
function findName(context: ViewContext): string | typeof nothing {
  const { model, text, names } = context
  if (!model.payment) return nothing
  const merchant = names.merchant !== text.theMerchant && names.merchant
  const costs = formatCosts(context, findTotal(model).costs)
  const reference = plainText(model.payment.reference ?? '')
  return [text.payment, merchant, costs, reference].filter(Boolean).join(', ')
}

/** Loaded content replaces its placeholder; the placeholder's element does not grow or move. */
function renderScreen(context: ViewContext, screen: Shown): TemplateResult {
  const { model, settings } = context
  const content = html`<slot name="notice"></slot>
    ${renderModelNote(context, screen.note)} ${screen.body()}
    <slot></slot>`
  return isBusy(model)
    ? html`<div class="screen">${content}</div>`
    : html`<div class=${isAlone(model) ? 'screen alone' : 'screen'} ?inert=${settings.isDisabled}>${content}</div>`
}

function isBusy(model: Model): boolean {
  return model.state === 'idle' || model.state === 'loading'
}

/** Returns whether a screen reader announces the model immediately: a failure, or a note about a failure. */
function isUrgent({ state, note }: Model): boolean {
  return state === 'failed' || note?.tone === 'error'
}

/**
 * Returns whether a part does not load although the payer is online, so that only a reload helps.
 */
function mustReload({ offline }: Model): boolean {
  return !offline && isPartLost()
}

/** Returns whether the message is the card's only content, which the card then centres. */
function isAlone(model: Model): boolean {
  return model.state === 'unavailable' && !model.payment
}

function renderHeader(context: ViewContext): TemplateResult {
  const { model, text, names, settings } = context
  const logo = findLogo(context)
  const isTest =
    settings.isTestMode || model.payment?.chain.isTestnet || model.payment?.chain.isLocal
  const isNamed = names.merchant !== text.theMerchant
  // The single account that receives the money, under its display name; a payout and a batch list their own.
  const [item, other] = model.payment?.items ?? []
  const payee = !other && !isPayout(model) && item?.payee
  return html`<header part="header" class="header">
    <slot name="merchant">
      <div class="merchant">
        ${logo ? html`<img part="merchant-logo" class="logo" src=${logo} alt="" referrerpolicy="strict-origin" @error=${context.local.dropLogo}>` : isNamed ? html`<span class="logo monogram" aria-hidden="true">${firstLetter(names.merchant)}</span>` : isBusy(model) ? html`<span class="logo skeleton"></span>` : nothing}
        <div><bdi>${isNamed ? names.merchant : model.payment && text.payment}</bdi>${payee ? html`<bdi class="muted small">${maskAddress(payee)}</bdi>` : nothing}</div>
      </div>
    </slot>
    ${isTest ? html`<span class="badge warning">${text.testNetwork}</span>` : nothing}
  </header>`
}

/** Finds the page's logo, otherwise the service's: an http(s) address or a data URI. Returns null if there is none to show. */
function findLogo({ settings, model, local }: ViewContext): string | null {
  if (local.isLogoBroken) return null
  const logo = settings.merchantLogo ?? model.payment?.merchant.logoUrl
  return logo?.startsWith('data:image/') ? logo : safeUrl(logo, globalThis.location?.href)
}

function renderAmount(context: ViewContext): TemplateResult | typeof nothing {
  const { model, text, format, nowMs } = context
  const { payment } = model
  if (!payment) return isBusy(model) ? renderAmountPlaceholder() : nothing
  const total = findTotal(model)
  const label = labelAmount(context)
  const isOver = model.state === 'succeeded' || model.state === 'unavailable'
  const expiresAt = Date.parse(payment.expiresAt)
  const isExpirySoon = !isOver && expiresAt > nowMs && expiresAt - nowMs < DAY_MS
  return html`<div class="amount-block protected">
    ${label ? html`<div class="muted">${label}</div>` : nothing}
    ${total.costs.map((cost) => renderCost(context, cost))}
    <div class="facts muted small"><div>
      ${isPayout(model) || payment.items.length > 1 ? html`<span>${text.toRecipients(payment.items.length)}</span>` : nothing}
      ${label && !hasChoice(model, payment) ? html`<span>${describeMeans(text, payment)}</span>` : nothing}
      ${total.isPlusFee ? html`<span>${text.plusFee}</span>` : nothing}
      ${payment.reference ? html`<span part="reference">${text.reference} <bdi>${plainText(payment.reference)}</bdi></span>` : nothing}
      ${isExpirySoon ? html`<span part="expiry">${text.expires(format.relative(expiresAt, nowMs))}</span>` : nothing}
    </div></div>
  </div>`
}

function renderAmountPlaceholder(): TemplateResult {
  return html`<div class="amount-block">
    <div class="skeleton line"></div>
    <div class="skeleton amount-line"></div>
    <div class="skeleton line"></div>
  </div>`
}

/** Returns whether the payer has not chosen among several accepted currencies yet. A paid payment is in the currency that paid it. */
function hasChoice({ state, optionId, attempt }: Model, { raw }: PaymentMetadata): boolean {
  return state !== 'succeeded' && !(optionId ?? attempt) && Object(raw).options?.[1]
}

/** Describes the payment's network and currency, when the amount does not show them. */
function describeMeans(text: EntryText, { chain, items }: PaymentMetadata): string {
  const network = plainText(chain.name)
  if (items.every((item) => paidSymbol(item) === item.symbol)) return text.onNetwork(network)
  const symbols = items.map((item) => plainText(paidSymbol(item)))
  return text.inCurrency([...new Set(symbols)].join(' + '), network)
}

/** Returns the amount's label; null for a payment that can no longer be paid. */
function labelAmount({ model, text }: ViewContext): string | null {
  const { reason } = model.unavailable ?? {}
  if (model.state === 'unavailable' && reason && !TRANSIENT.has(reason)) return null
  if (model.state === 'succeeded') return text.paid
  if (model.state === 'partial') return text.remaining
  // Over a bridge, the amount that leaves the wallet exceeds the requested amount.
  const isExact = model.review && !model.review.bridge
  return isExact || isPayout(model) ? text.youPay : text.toPay
}

function renderCost({ format }: ViewContext, { amount, symbol }: Cost): TemplateResult {
  const [shown, currency] = format.pair(amount, symbol)
  const isLong = shown.length > LONG_AMOUNT
  return html`<div part="amount" class="amount protected ${isLong ? 'long' : ''}"><span>${shown}</span>${currency && html` <bdi part="amount-currency" class="amount-currency protected">${currency}</bdi>`}</div>`
}

function renderModelNote(
  { model, text }: ViewContext,
  note: string,
): TemplateResult | typeof nothing {
  if (model.offline && model.unavailable?.reason !== 'offline') {
    const { title, action } = text.unavailable.offline
    return renderNote('warning', `${title}. ${action}`)
  }
  if (mustReload(model)) {
    return renderNote(
      'warning',
      html`${text.updated} <button part="button button-secondary" class="link" type="button" @click=${() => location.reload()}>${text.reload}</button>`,
    )
  }
  return model.note && note ? renderNote(model.note.tone, note) : nothing
}

const DAY_MS = 86_400_000
/** The number of characters that fit on one line of 320 px at the large size. */
const LONG_AMOUNT = 10
