import { html, type TemplateResult } from 'lit'
import { type CatalogueEntry, catalogue, nameEntry } from './catalogue.ts'
import type { Speaker } from './sentences.ts'

const KINDS: readonly (readonly [CatalogueEntry['kind'], string])[] = [
  ['error', 'Errors, as sp-error reports them'],
  ['unavailable', 'Reasons why a payment cannot be paid now'],
  ['note', 'Notes on a screen'],
]

/** Renders every message in the language of the design; a row shows its message in the preview. */
export function renderCatalogue(
  speaker: Speaker,
  shown: string,
  onShow: (state: string) => void,
): TemplateResult {
  return html`<section class="messages" aria-labelledby="messages">
    <h2 id="messages" tabindex="-1">Messages</h2>
    <p>
      ${catalogue.length} codes: what the payer reads, in the language of the design, from the element’s own tables; where the
      money is, and whether the payer can try again, from its own machine.
    </p>
    ${KINDS.map(([kind, title]) => renderTable(kind, title, { speaker, shown, onShow }))}
  </section>`
}

function renderOutcome({ money, canGoOn }: CatalogueEntry['outcomes'][number]): TemplateResult {
  return html`<p>
    <span class="money" data-money=${money}>${money}</span>
    ${canGoOn ? 'can try again' : 'cannot try again'}
  </p>`
}

type TableView = {
  readonly speaker: Speaker
  readonly shown: string
  readonly onShow: (state: string) => void
}

function renderTable(
  kind: CatalogueEntry['kind'],
  title: string,
  { speaker, shown, onShow }: TableView,
): TemplateResult {
  const entries = catalogue.filter((entry) => entry.kind === kind)
  return html`<h3 id="messages-${kind}">${title}</h3>
    <ul class="rows" aria-labelledby="messages-${kind}">
      ${entries.map((entry) => {
        const name = nameEntry(entry)
        const said = speaker.say(entry)
        return html`<li ?data-shown=${name === shown} data-code=${entry.code}>
          <div class="who">
            <code>${entry.code}</code>
            <button type="button" aria-label="Show ${entry.code} in the preview" aria-pressed=${name === shown ? 'true' : 'false'}
              @click=${() => onShow(name)}>Show</button>
          </div>
          <div class="said" dir=${speaker.dir}>
            <b>${said.title}</b> ${said.action}
          </div>
          <div class="facts">
            ${entry.outcomes.map(renderOutcome)}
            ${entry.outcomes.length === 0 ? 'shown for codes without a message' : ''}
          </div>
        </li>`
      })}
    </ul>`
}
