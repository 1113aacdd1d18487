import { html, nothing, type SVGTemplateResult, type TemplateResult } from 'lit'
import type { UnavailableReason } from '../../model.ts'
import { renderButton, renderLead } from '../shell/elements.ts'
import { icons } from '../shell/icons.ts'
import { renderSupport } from '../shell/renderSupport.ts'
import type { Screen, ViewContext } from '../viewContext.ts'

/** Cannot be paid now. */
export const unavailable: Screen = {
  id: 'unavailable',
  heading: ({ model, text }) => text.unavailable[model.unavailable?.reason ?? 'server'].title,
  announcement: ({ model, text }) => {
    const { title, action } = text.unavailable[model.unavailable?.reason ?? 'server']
    return `${title}. ${action}`
  },
  body: (context) => {
    const reason = context.model.unavailable?.reason ?? 'server'
    const { title, action } = context.text.unavailable[reason]
    return html`${renderLead({ icon: ICONS[reason], tone: 'warning', heading: title, text: action })}
      ${renderSupport(context)} ${renderRetry(context, reason)}`
  },
}

function renderRetry(
  { model, text, format, actions, nowMs }: ViewContext,
  reason: UnavailableReason,
): TemplateResult | typeof nothing {
  if (!RETRYABLE.includes(reason)) return nothing
  const leftMs = (model.unavailable?.retryAt ?? 0) - nowMs
  const isEarly = leftMs > 0 && leftMs <= MAX_WAIT_MS
  const label = isEarly ? text.retryIn(format.count(Math.ceil(leftMs / 1000))) : text.tryAgain
  return html`<div class="actions">
    ${renderButton({ label, kind: 'primary', isDisabled: isEarly, onClick: () => actions.retry() })}
  </div>`
}

/** The API asks for ten minutes at most: a longer wait comes from a clock that was set back. */
const MAX_WAIT_MS = 600_000

/** Temporary reasons: the payer can reload the payment. */
export const RETRYABLE: readonly UnavailableReason[] = [
  'rate_limited',
  'offline',
  'no_rate',
  'server',
]

const ICONS: Readonly<Record<UnavailableReason, SVGTemplateResult>> = {
  expired: icons.clock,
  not_found: icons.info,
  cancelled: icons.info,
  not_payable: icons.lock,
  rate_limited: icons.clock,
  offline: icons.offline,
  unauthorized: icons.lock,
  no_rate: icons.clock,
  server: icons.alert,
}
