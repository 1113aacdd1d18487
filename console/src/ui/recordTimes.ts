import { html, type TemplateResult } from 'lit'
import type { ConsoleView } from '../ConsoleView.ts'

/** Renders a credential's last use. */
export function renderUse(view: ConsoleView, lastUsedAt: string | null): TemplateResult {
  const { text, format, now } = view.context
  if (lastUsedAt === null) return html`<span>${text.common.neverUsed}</span>`
  const when = format.relative(Date.parse(lastUsedAt), now())
  return html`<time datetime=${lastUsedAt} title=${format.dateTime(lastUsedAt)}>${text.common.lastUsed(when)}</time>`
}

/** Renders a record's creation time. */
export function renderCreated(view: ConsoleView, createdAt: string): TemplateResult {
  const { text, format, now } = view.context
  const when = format.relative(Date.parse(createdAt), now())
  return html`<time datetime=${createdAt} title=${format.dateTime(createdAt)}>${text.common.created(when)}</time>`
}
