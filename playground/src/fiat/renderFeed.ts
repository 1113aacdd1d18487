import { html, type TemplateResult } from 'lit'
import type { Arrival } from '../../server/inspector.ts'
import { readPayload } from '../webhooks/readPayload.ts'

/** Renders the webhooks about a payer and a request, newest first, each with the result of its signature check. */
export function renderFeed(
  arrivals: readonly Arrival[],
  { isListening }: { isListening: boolean },
): TemplateResult {
  return html`<aside class="feed" aria-labelledby="feed-title">
    <div class="row">
      <h2 id="feed-title">Webhooks</h2>
      <span class="badge ${isListening ? 'good' : ''}" role="status">${isListening ? 'live' : 'connecting…'}</span>
    </div>
    <p class="hint">Webhooks to the merchant’s server <a href="/inspector.html" target="_blank">Open all in the inspector</a></p>
    ${
      arrivals.length === 0
        ? html`<p class="empty">No webhooks yet. They arrive as the checks and the payment progress.</p>`
        : html`<ol aria-label="Webhooks, newest first">${arrivals.map(renderArrival)}</ol>`
    }
  </aside>`
}

function renderArrival(arrival: Arrival): TemplateResult {
  const payload = readPayload(arrival)
  return html`<li>
    <code>${payload['event']}</code>
    <time datetime=${arrival.receivedAt}>${new Date(arrival.receivedAt).toLocaleTimeString()}</time>
    <span class="facts">${summarize(payload).join(' · ')}</span>
    <span class="verdict ${arrival.isVerified ? 'good' : 'bad'}">${arrival.isVerified ? '✓ signature verified' : '✗ signature does not match'}</span>
  </li>`
}

function summarize(payload: Readonly<Record<string, unknown>>): readonly string[] {
  switch (payload['event']) {
    case 'compliance.updated':
      return [`check ${payload['kycStatus']}`, `agreement ${payload['agreementStatus']}`]
    case 'payment_detail.updated':
      return [`account ${payload['status']}`]
    default:
      return [payload['subStatus'], payload['amount']].filter(
        (fact): fact is string => typeof fact === 'string' && fact !== '',
      )
  }
}
