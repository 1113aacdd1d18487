import { html, nothing, type TemplateResult } from 'lit'
import type { SignedInContext } from '../context.ts'

/** Says why the screen is not live; nothing while it is, or needs no changes. The place stays, so that screen readers announce it. */
export function renderLiveState({
  live: { state },
  text,
}: Pick<SignedInContext, 'live' | 'text'>): TemplateResult {
  const isShown = state === 'polling' || state === 'offline'
  return html`<div class="live-state" role="status">${isShown ? html`<p>${text.live[state]}</p>` : nothing}</div>`
}
