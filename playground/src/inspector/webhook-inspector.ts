import { css, html, LitElement, type TemplateResult } from 'lit'
import type { Arrival } from '../../server/inspector.ts'
import { FeedController } from '../webhooks/FeedController.ts'
import { readPayload } from '../webhooks/readPayload.ts'

/** Shows each webhook as it arrived at the shop: event, result of the signature check, headers and body. */
export class WebhookInspector extends LitElement {
  static override styles = css`
    :host { display: block; max-width: 920px; margin: 0 auto; padding: 32px 24px 64px; }
    h1 { font-size: 1.5rem; letter-spacing: -0.01em; margin: 0 0 4px; }
    p { margin: 0; color: var(--ink-soft); }
    ol { list-style: none; margin: 24px 0 0; padding: 0; display: grid; gap: 14px; }
    details { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); }
    summary { cursor: pointer; display: flex; gap: 12px; align-items: center; flex-wrap: wrap; padding: 14px 18px; min-height: 44px; border-radius: var(--radius); }
    summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    code, pre { font: 0.86rem/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    summary code { font-weight: 650; }
    .verdict { font-size: 0.86rem; padding: 2px 10px; border-radius: 99px; background: var(--warm); color: var(--good); }
    .verdict[data-verified='false'] { color: var(--bad); }
    time { margin-inline-start: auto; color: var(--ink-soft); font-size: 0.86rem; }
    .amount { color: var(--ink-soft); font-size: 0.92rem; }
    .body { padding: 0 18px 18px; }
    h2 { font-size: 0.86rem; margin: 12px 0 6px; color: var(--ink-soft); font-weight: 600; }
    pre { margin: 0; padding: 14px; border-radius: 10px; background: var(--warm); overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
    .empty { margin-top: 32px; padding: 48px 24px; text-align: center; border: 1px dashed var(--line); border-radius: var(--radius); }
    .connection { font-size: 0.9rem; margin-top: 8px; }
  `

  readonly #feed = new FeedController(this)

  protected override render(): TemplateResult {
    const { arrivals, isListening } = this.#feed
    return html`<main>
      <h1>Webhooks</h1>
      <p>What the payment service sends to the shop, as it arrived. Fulfil orders from these, never from a browser event.</p>
      <p class="connection" role="status">${isListening ? 'Listening.' : 'Connecting to the shop…'}</p>
      ${
        arrivals.length === 0
          ? html`<p class="empty">Nothing yet. Pay for an order in the <a href="/">shop</a> and watch it arrive here.</p>`
          : html`<ol aria-label="Webhooks, newest first">
              ${arrivals.map((arrival, index) => renderArrival(arrival, index === 0))}
            </ol>`
      }
    </main>`
  }
}

/** Returns an event's subject in a few words: an amount, or a step of progress. */
function describePayload(payload: Readonly<Record<string, unknown>>): string {
  const amount = payload['amount'] ?? payload['refundAmount']
  if (amount !== undefined) return `${amount} ${payload['currency'] ?? ''}`
  return String(payload['failureReason'] ?? payload['subStatus'] ?? payload['status'] ?? '')
}

function renderArrival(arrival: Arrival, isNewest: boolean): TemplateResult {
  const payload = readPayload(arrival)
  return html`<li>
    <details ?open=${isNewest}>
      <summary>
        <code>${payload['event'] ?? 'unreadable body'}</code>
        <span class="amount">${describePayload(payload)}</span>
        <span class="verdict" data-verified=${arrival.isVerified}>
          ${arrival.isVerified ? '✓ signature verified' : '✗ signature does not match'}
        </span>
        <time datetime=${arrival.receivedAt}>${new Date(arrival.receivedAt).toLocaleTimeString()}</time>
      </summary>
      <div class="body">
        <h2>Headers</h2>
        <pre tabindex="0">${Object.entries(arrival.headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}</pre>
        <h2>Body</h2>
        <pre tabindex="0">${JSON.stringify(payload, null, 2)}</pre>
      </div>
    </details>
  </li>`
}

customElements.define('webhook-inspector', WebhookInspector)
