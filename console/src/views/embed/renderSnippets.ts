import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { renderCode, renderCopyButton } from '../../ui/elements.ts'
import {
  createPageSnippet,
  createPinnedScript,
  createServerSnippet,
  type Embed,
  PAGE_KINDS,
  type PageKind,
} from './createSnippets.ts'
import type { Release } from './readRelease.ts'

/** Renders the snippets that a merchant copies: the page's markup, the server's code, and the hosted page's address. */
export function renderSnippets(
  view: ConsoleView,
  embed: Embed,
  {
    domains,
    release,
    kind,
    onKind,
  }: {
    domains: readonly string[]
    release: Release | null
    kind: PageKind
    onKind: (kind: PageKind) => void
  },
): TemplateResult {
  const { settings, text } = view.context
  const { securePaymentUrl } = embed.payment
  return html`<div class="stack">
    <section class="card" aria-labelledby="snippet-title">
      <div>
        <h2 id="snippet-title">${text.embed.snippet}</h2>
        <p class="hint">${domains.length === 0 ? nothing : text.embed.snippetHint(domains.join(', '))} ${embed.pins.length === 0 ? text.embed.notPinned : text.embed.pinned}</p>
      </div>
      ${renderKinds(view, kind, onKind)}
      ${renderCode(view, kind, createPageSnippet(embed, settings, kind))}
    </section>
    <section class="card" aria-labelledby="server-title">
      <div>
        <h2 id="server-title">${text.embed.server}</h2>
        <p class="hint">${text.embed.serverHint}</p>
      </div>
      ${renderCode(view, 'JavaScript', createServerSnippet(embed, settings))}
    </section>
    ${
      release === null
        ? nothing
        : html`<section class="card" aria-labelledby="release-title">
      <div>
        <h2 id="release-title">${text.embed.release}</h2>
        <p class="hint">${text.embed.releaseHint}</p>
      </div>
      ${renderCode(view, text.embed.releaseCode, createPinnedScript(release, settings))}
    </section>`
    }
    <section class="card" aria-labelledby="hosted-title">
      <div>
        <h2 id="hosted-title">${text.embed.hosted}</h2>
        <p class="hint">${text.embed.hostedHint}</p>
      </div>
      <span class="value-line">
        <a class="hosted" href=${securePaymentUrl} target="_blank" rel="noopener">${securePaymentUrl}<span class="visually-hidden"> (${text.common.opensNewTab})</span></a>
        ${renderCopyButton(view, securePaymentUrl, text.embed.hosted)}
      </span>
    </section>
  </div>`
}

function renderKinds(
  { context: { text } }: ConsoleView,
  chosen: PageKind,
  onKind: (kind: PageKind) => void,
): TemplateResult {
  return html`<fieldset class="kinds">
    <legend class="visually-hidden">${text.embed.pageKind}</legend>
    ${PAGE_KINDS.map(
      (kind) => html`<label>
        <input
          type="radio"
          name="pageKind"
          value=${kind}
          .checked=${kind === chosen}
          @change=${() => onKind(kind)}
        /><span>${kind}</span>
      </label>`,
    )}
  </fieldset>`
}
