import { html, nothing, type SVGTemplateResult, type TemplateResult } from 'lit'
import type { UnavailableReason } from '../../codes.ts'
import { TRANSIENT } from '../../machine/transient.ts'
import { renderButton, renderLead } from '../shell/elements.ts'
import { icons } from '../shell/icons.ts'
import { renderSupport } from '../shell/renderSupport.ts'
import type { Screen, ViewContext } from '../viewContext.ts'

/** The screen of a payment that cannot be paid now, with the reason and the payer's next action. */
export const unavailable: Screen = {
  id: 'unavailable',
  heading: (context) => say(context).title,
  announcement: (context) => {
    const { title, action } = say(context)
    return `${title}. ${action}`
  },
  body: (context) => {
    const { reason, link, title, action } = say(context)
    const icon = link?.url ? icons.external : (ICONS[reason] ?? icons.info)
    return html`${renderLead({ icon, ...(!link?.url && { tone: 'warning' }), heading: title, text: action })}
      ${renderSupport(context)} ${link?.url ? renderLink(context, link.url) : renderRetry(context, reason)}
      ${FAULTS.has(reason) ? html`<slot class="fallback"></slot>` : nothing}`
  },
}

/** Reasons that may result from a mistake in the page: its fallback, such as a link to the hosted page, may still work. */
const FAULTS: ReadonlySet<UnavailableReason> = new Set(['unauthorized', 'not_found'])

function say({ model, text, format }: ViewContext) {
  const { reason = 'server', link } = model.unavailable ?? {}
  return { reason, link, ...(link?.say(format.language) ?? text.unavailable[reason]) }
}

/** Renders the link to a reusable link’s own page. */
function renderLink({ text }: ViewContext, url: string): TemplateResult {
  return html`<div class="actions"><a part="button" class="button primary" href=${url} target="_blank" rel="noopener noreferrer">${text.openPayPage}<span class="visually-hidden"> (${text.opensNewTab})</span></a></div>`
}

function renderRetry(
  { model, text, format, actions, nowMs }: ViewContext,
  reason: UnavailableReason,
): TemplateResult | typeof nothing {
  // A retry can succeed once the payout is approved, or the held refund is released.
  if (!TRANSIENT.has(reason) && !model.unavailable?.link) return nothing
  const leftMs = (model.unavailable?.retryAt ?? 0) - nowMs
  const isEarly = leftMs > 0 && leftMs <= MAX_WAIT_MS
  const label = isEarly ? text.retryIn(format.count(Math.ceil(leftMs / 1000))) : text.tryAgain
  return html`<div class="actions">
    ${renderButton({ label, kind: 'primary', isDisabled: isEarly, onClick: () => actions.retry() })}
  </div>`
}

/** The API never requires more than ten minutes; a longer wait means that the device's clock was set back. */
const MAX_WAIT_MS = 600_000

/** Icons by reason; other reasons have the information icon. */
const ICONS: Readonly<Partial<Record<UnavailableReason, SVGTemplateResult>>> = {
  expired: icons.clock,
  not_payable: icons.lock,
  rate_limited: icons.clock,
  offline: icons.offline,
  unauthorized: icons.lock,
  no_rate: icons.clock,
  server: icons.alert,
}
