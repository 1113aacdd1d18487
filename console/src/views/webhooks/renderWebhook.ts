import { html, nothing, type TemplateResult } from 'lit'
import type { WebhookRecord } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { may } from '../../may.ts'
import { renderBadge, renderButton, renderNote } from '../../ui/elements.ts'
import { renderCreated } from '../../ui/recordTimes.ts'

type Options = {
  record: WebhookRecord
  scope: string | null
  deliveriesHref: string
  onEdit: () => void
  onRotate: () => void
  onPromote: () => void
  onSwitch: () => void
  onRemove: () => void
}

/** Renders one webhook endpoint in the list. `scope` is the label of its client ID; null for all of the merchant's client IDs. */
export function renderWebhook(
  view: ConsoleView<SignedInContext>,
  options: Options,
): TemplateResult {
  const { record, scope } = options
  const { webhooks } = view.context.text
  const { url, events, signatureHeaderAliases, rotation } = record
  return html`<li class="record">
    <div class="record-head">
      <h2 class="title">${url}</h2>
      ${renderState(view, record)}
      ${rotation.hasPendingSecret ? renderBadge('warning', webhooks.pendingSecret) : nothing}
    </div>
    <div class="facts-line">
      <span>${events === null ? webhooks.eventsAll : html`<span title=${events.join(', ')}>${webhooks.eventCount(events.length)}</span>`}</span>
      <span>${scope ?? webhooks.scopeAll}</span>
      ${signatureHeaderAliases?.map((alias) => html`<code>${alias}</code>`)}
      ${renderCreated(view, record.createdAt)}
    </div>
    ${record.disabledReason === null ? nothing : renderNote('warning', html`<p>${webhooks.disabledText(record.disabledReason)}</p>`)}
    ${
      rotation.previousSecretExpiresAt === null
        ? nothing
        : html`<p class="hint">${webhooks.previousSecret(view.context.format.dateTime(rotation.previousSecretExpiresAt))}</p>`
    }
    <div class="record-actions">
      <a class="button compact" href=${options.deliveriesHref} aria-label="${webhooks.deliveries}: ${url}">${webhooks.deliveries}</a>
      ${may(view.context, 'manage') ? renderChanges(view, options) : nothing}
    </div>
  </li>`
}

/** Renders the buttons that change an endpoint. */
function renderChanges(view: ConsoleView, options: Options): TemplateResult {
  const { webhooks, common } = view.context.text
  const { url, isActive, rotation } = options.record
  const button = { isCompact: true, describe: url }
  return html`${renderButton({ ...button, label: common.edit, onClick: options.onEdit })}
      ${
        rotation.hasPendingSecret
          ? renderButton({ ...button, label: webhooks.promote, onClick: options.onPromote })
          : nothing
      }
      ${renderButton({ ...button, label: webhooks.rotate, onClick: options.onRotate })}
      ${renderButton({
        ...button,
        label: isActive ? common.switchOff : common.switchOn,
        isBusy: view.submit.pending === 'status',
        onClick: options.onSwitch,
      })}
      ${renderButton({ ...button, label: webhooks.remove, isDanger: true, onClick: options.onRemove })}`
}

function renderState(
  view: ConsoleView,
  { isActive, disabledReason }: WebhookRecord,
): TemplateResult {
  const { common, webhooks } = view.context.text
  if (isActive) return renderBadge('success', common.active)
  return disabledReason === null
    ? renderBadge('neutral', common.inactive)
    : renderBadge('danger', webhooks.disabled)
}
