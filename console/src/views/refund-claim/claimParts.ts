import { groupAddress, plainText } from '@secure-payment/widget/design'
import { css, html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { renderButton, renderFailure, renderNote } from '../../ui/elements.ts'
import { renderInput } from '../../ui/renderField.ts'

/** A term and its value; a row without a value is omitted. */
export type ClaimRow = readonly [term: string, value: string | null]

/** Renders the facts about the payment. */
export function renderFacts(rows: readonly ClaimRow[]): TemplateResult {
  return html`<dl class="claim-facts">${rows.map(([term, value]) =>
    value === null
      ? nothing
      : html`<div><dt>${term}</dt><dd><bdi>${plainText(value)}</bdi></dd></div>`,
  )}</dl>`
}

/** Renders the form for the address. */
export function renderAddressForm(
  view: ConsoleView,
  options: { network: string; value: string; onSubmit: (event: Event) => void },
): TemplateResult {
  const { refundClaim } = view.context.text
  const failure = view.submit.failureOf('address')
  return html`<form novalidate @submit=${options.onSubmit}>
    ${renderInput(view, {
      name: 'recipient',
      label: refundClaim.address,
      hint: refundClaim.addressHint(options.network),
      value: options.value,
      isMono: true,
      failure,
    })}
    ${renderFailure(view, failure)}
    <div class="form-actions">${renderButton({ label: refundClaim.next, kind: 'primary' })}</div>
  </form>`
}

/** Renders the whole address, in groups of four characters; copied text has no gaps. */
export function renderWholeAddress(address: string): TemplateResult {
  return html`<p class="claim-address mono" dir="ltr">${groupAddress(address).map((group) => html`<span>${group}</span>`)}</p>`
}

/** Renders the last step, which confirms that the merchant has received the address. */
export function renderDone(view: ConsoleView, address: string | null): TemplateResult {
  const { refundClaim } = view.context.text
  return html`<div role="status">${renderNote('success', html`<p>${refundClaim.done}</p>`)}</div>
    ${address === null ? nothing : renderWholeAddress(address)}`
}

/** Renders a link to the merchant's support; nothing without one. */
export function renderContact(
  view: ConsoleView,
  url: string | null,
): TemplateResult | typeof nothing {
  if (url === null || !/^(?:https?:\/\/|mailto:[^?&,%]+$)/.test(url)) return nothing
  return html`<p><a href=${url} rel="noopener noreferrer">${view.context.text.refundClaim.contact}</a></p>`
}

export const claimStyles = css`
  :host {
    display: grid;
    gap: 1rem;
  }
  h2 {
    margin-block-start: 0.5rem;
  }
  p {
    margin: 0;
  }
  .claim-facts {
    display: grid;
    gap: 0.5rem;
    margin: 0;
  }
  .claim-facts div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1rem;
  }
  .claim-facts dt {
    color: var(--_text-muted);
  }
  .claim-facts dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  /* The text is small enough for a whole address on a wide page. */
  input.mono {
    font-size: 0.8125rem;
  }
  .claim-address {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.5rem;
    font-size: 1.0625rem;
  }
`
