import { html, nothing, type TemplateResult } from 'lit'
import type { ViewContext } from '../viewContext.ts'
import { renderExternalLink } from './elements.ts'

/** Whom to ask, and the code to name. Pages may put their own contact into the slot `support`. */
export function renderSupport(context: ViewContext): TemplateResult {
  const { model, text } = context
  const code = model.error?.supportCode ?? model.attempt?.id.slice(0, 8)
  const reason = model.error?.params?.['reason']
  const url = model.payment?.merchant.supportUrl
  return html`<slot name="support">
    <div class="codes">
      ${url ? renderExternalLink(context, url, text.contactSupport) : nothing}
      ${code ? html`<span>${text.supportCode} <code>${code}</code></span>` : nothing}
      ${reason ? html`<code>${reason}</code>` : nothing}
    </div>
  </slot>`
}
