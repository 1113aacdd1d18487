import { html, nothing, type TemplateResult } from 'lit'
import type { SignedInContext } from '../context.ts'

/**
 * Renders the reason why the screen is not live; empty while it is live or needs no updates. The element is always present, so that screen
 * readers announce its text.
 */
export function renderLiveState({
  live: { state },
  text,
}: Pick<SignedInContext, 'live' | 'text'>): TemplateResult {
  const isShown = state === 'polling' || state === 'offline'
  return html`<div class="live-state" role="status">${isShown ? html`<p>${text.live[state]}</p>` : nothing}</div>`
}
