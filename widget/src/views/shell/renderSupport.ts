import { html, nothing, type TemplateResult } from 'lit'
import type { ViewContext } from '../viewContext.ts'
import { renderExternalLink } from './elements.ts'

/**
 * Renders the support contacts, and the code for the payer to quote. Pages may insert their own contact into the slot
 * `support`.
 */
export function renderSupport(context: ViewContext): TemplateResult {
  const { model, text } = context
  const code = model.error?.supportCode ?? model.attempt?.id.slice(0, 8)
  const codes = [code, model.error?.params?.['reason']].filter(Boolean).join(' · ')
  const { supportUrl, supportEmail } = Object(
    model.payment?.merchant ?? model.unavailable?.contacts,
  )
  const isEmail = EMAIL.test(supportEmail) && supportUrl !== `mailto:${supportEmail}`
  return html`<slot name="support">
    <div class="codes muted small">
      ${supportUrl ? renderContact(context, String(supportUrl)) : nothing}
      ${isEmail ? html`<a class="link" href="mailto:${supportEmail}">${supportEmail}</a>` : nothing}
      ${codes ? html`<span>${text.supportCode} <code>${codes}</code></span>` : nothing}
    </div>
  </slot>`
}

const EMAIL = /^[\w.+-]+@[\w.-]+$/

/** Renders a link to a page, or an e-mail link, which does not open a tab. */
export function renderContact(context: ViewContext, url: string): TemplateResult | typeof nothing {
  const { contactSupport } = context.text
  return /^mailto:[^?&,%]+$/.test(url)
    ? html`<a class="link" href=${url}>${contactSupport}</a>`
    : renderExternalLink(context, url, contactSupport)
}
