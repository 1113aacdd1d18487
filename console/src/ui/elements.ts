import { groupAddress, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type SVGTemplateResult, type TemplateResult } from 'lit'
import type { ConsoleView } from '../ConsoleView.ts'
import type { Failure } from '../failure.ts'
import { icons } from './icons.ts'

type ButtonOptions = {
  label: string
  /** Without this handler, the button submits its form. */
  onClick?: (event: Event) => void
  kind?: 'primary' | 'secondary' | 'quiet'
  isDanger?: boolean
  isCompact?: boolean
  icon?: SVGTemplateResult
  /** While true, the button shows a spinner and ignores presses. */
  isBusy?: boolean
  /** Extends the accessible name where several buttons on the page share a label. */
  describe?: string
}

/** Renders a button. A busy button stays focusable, so it keeps the focus. */
export function renderButton(options: ButtonOptions): TemplateResult {
  const { label, onClick, kind = 'secondary', isBusy = false, icon } = options
  const tone = `${options.isDanger ? 'danger' : ''} ${options.isCompact ? 'compact' : ''}`
  const press = (event: Event): void => {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }
  return html`<button
    class="button ${kind} ${tone}"
    type=${onClick ? 'button' : 'submit'}
    aria-disabled=${isBusy ? 'true' : nothing}
    aria-label=${options.describe ? `${label}: ${options.describe}` : nothing}
    @click=${press}
  >${isBusy ? html`<span class="spinner"></span>` : icon ? renderIcon(icon) : nothing}${label}</button>`
}

/** Renders a screen's heading, its lead and its main actions. */
export function renderPageHead(options: {
  title: string
  lead?: unknown
  actions?: unknown
}): TemplateResult {
  return html`<header class="page-head">
    <div>
      <h1 tabindex="-1">${options.title}</h1>
      ${options.lead ? html`<p>${options.lead}</p>` : nothing}
    </div>
    ${options.actions ? html`<div class="row">${options.actions}</div>` : nothing}
  </header>`
}

/** Renders a box with one or two sentences. */
export function renderNote(
  tone: 'info' | 'success' | 'error' | 'warning',
  content: unknown,
): TemplateResult {
  const icon = tone === 'success' ? icons.check : tone === 'info' ? icons.info : icons.alert
  return html`<div class="note ${tone}">${renderIcon(icon)}<div>${content}</div></div>`
}

/** Renders a failure as an alert, which screen readers announce immediately; nothing without a failure. */
export function renderFailure(
  view: ConsoleView,
  failure: Failure | null,
  action?: TemplateResult,
): TemplateResult | typeof nothing {
  if (failure === null) return nothing
  const { common } = view.context.text
  const { supportCode } = failure
  return html`<div role="alert">
    ${renderNote(
      'error',
      html`<p>${failure.message}</p>
        ${supportCode ? html`<p class="small mono">${common.supportCode(supportCode)}</p>` : nothing}
        ${action ?? nothing}`,
    )}
  </div>`
}

/** Renders a coloured badge with a short state. */
export function renderBadge(
  tone: 'success' | 'warning' | 'danger' | 'plain' | 'neutral',
  label: string,
): TemplateResult {
  return html`<span class="badge ${tone}">${label}</span>`
}

/** Renders an empty list's placeholder, which explains the list's purpose and the first step. */
export function renderEmpty(options: {
  icon: SVGTemplateResult
  title: string
  text: string
  action?: TemplateResult | undefined
}): TemplateResult {
  return html`<div class="empty">
    <div class="lead-icon">${renderIcon(options.icon)}</div>
    <h2>${options.title}</h2>
    <p>${options.text}</p>
    ${options.action ?? nothing}
  </div>`
}

/** Renders a button that copies `value`; `what` names the value. */
export function renderCopyButton(view: ConsoleView, value: string, what: string): TemplateResult {
  const { common } = view.context.text
  const isCopied = view.copier.copied === value
  return html`<button
    class="icon-button"
    type="button"
    title=${isCopied ? common.copied : common.copy(what)}
    aria-label=${common.copy(what)}
    @click=${() => view.copier.copy(value, what)}
  >${renderIcon(isCopied ? icons.check : icons.copy)}</button>`
}

/** Renders a value as code, with a button that copies it. */
export function renderValue(view: ConsoleView, value: string, what: string): TemplateResult {
  return html`<span class="value-line"><code>${value}</code>${renderCopyButton(view, value, what)}</span>`
}

/** Renders a secret that is shown only once, with a button that copies it. */
export function renderSecret(view: ConsoleView, value: string, what: string): TemplateResult {
  return html`<div class="secret"><code>${value}</code>${renderCopyButton(view, value, what)}</div>`
}

/**
 * Renders code under a title, with a button that copies `original`. The box scrolls, so it is focusable.
 */
export function renderCode(
  view: ConsoleView,
  title: string,
  code: string,
  original = code,
): TemplateResult {
  return html`<div class="code">
    <div class="code-head"><span>${title}</span>${renderCopyButton(view, original, title)}</div>
    <pre tabindex="0" role="region" aria-label=${title}><code>${code}</code></pre>
  </div>`
}

/** Renders a full address in groups of four with both ends in bold; copied text has no gaps. */
export function renderAddress(address: string): TemplateResult {
  const groups = groupAddress(address)
  const last = groups.length - 1
  return html`<bdi class="address" dir="ltr">${groups.map(
    (group, index) =>
      html`<span class=${index === 0 || index === last ? 'end-group' : ''}>${group}</span>`,
  )}</bdi>`
}

/** Renders one fact of a description list. */
export function renderFact(term: string, value: unknown): TemplateResult {
  return html`<div><dt>${term}</dt><dd>${value}</dd></div>`
}

/** Renders a time in a readable form; its title shows the exact time. */
export function renderTime(view: ConsoleView, iso: string): TemplateResult {
  const { format, now } = view.context
  return html`<time datetime=${iso} title=${format.dateTime(iso)}>${format.relative(Date.parse(iso), now())}</time>`
}
