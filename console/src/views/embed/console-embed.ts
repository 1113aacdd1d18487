import { html, nothing, type TemplateResult } from 'lit'
import type { ClientIdRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { PreviewController } from '../../controllers/PreviewController.ts'
import { formatRoute } from '../../routes.ts'
import { renderButton, renderEmpty, renderPageHead } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderLostPreview } from '../../ui/renderLostPreview.ts'
import type { BindingFacts } from '../client-ids/describeBinding.ts'
import { readBindingFacts } from '../client-ids/readBindingFacts.ts'
import { type Embed, type PageKind, readEmbed } from './createSnippets.ts'
import { embedStyles } from './embedStyles.ts'
import { fetchAsPreview } from './fetchAsPreview.ts'
import { type Release, readRelease } from './readRelease.ts'
import { renderSnippets } from './renderSnippets.ts'
import './console-embed-form.ts'

type Facts = {
  readonly clientIds: readonly ClientIdRecord[]
  readonly binding: BindingFacts
  readonly release: Release | null
}

/** A real payment, the snippet that embeds it, and the element itself next to it. */
export class ConsoleEmbed extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, embedStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    embed: { state: true },
    kind: { state: true },
  }

  declare embed: Embed | null
  /** The framework for which the page's code is shown. */
  declare kind: PageKind
  readonly #preview = new PreviewController(this, 'embed')
  readonly #facts = new LoadController<Facts>(this, (signal) => this.#read(signal))

  constructor() {
    super()
    this.embed = null
    this.kind = 'HTML'
  }

  override connectedCallback(): void {
    super.connectedCallback()
    const kept = readEmbed(this.#preview.take())
    if (kept === null) return
    this.embed = kept
    void this.#preview.load()
  }

  protected override render(): TemplateResult {
    const { embed } = this.context.text
    return html`<div class="page">
      ${renderPageHead({
        title: embed.title,
        lead: embed.lead,
        actions:
          this.embed === null
            ? null
            : renderButton({
                label: embed.again,
                icon: icons.plus,
                onClick: () => this.#restart(),
              }),
      })}
      ${renderLoaded(this, this.#facts, (facts) => this.#renderReady(facts))}
    </div>`
  }

  async #read(signal: AbortSignal): Promise<Facts> {
    const [clientIds, binding, release] = await Promise.all([
      this.context.client.sessionClientIds.list({}, { signal }),
      readBindingFacts(this.context, signal),
      readRelease(this.context.settings.baseUrl, signal),
    ])
    const ofPages = clientIds.filter(({ status, isBackend }) => status === 'active' && !isBackend)
    return { clientIds: ofPages, binding, release }
  }

  #renderReady({ clientIds, binding, release }: Facts): TemplateResult {
    const { text } = this.context
    if (clientIds.length === 0) {
      return renderEmpty({
        icon: icons.globe,
        title: text.embed.noClientId,
        text: text.start.clientId.text,
        action: html`<a class="button primary" href=${formatRoute({ name: 'clientIds' })}>${text.start.clientId.action}</a>`,
      })
    }
    const { embed } = this
    if (embed !== null) {
      const record = clientIds.find(({ clientId }) => clientId === embed.clientId)
      const onKind = (kind: PageKind): void => {
        this.kind = kind
      }
      const domains = record?.allowedDomains ?? []
      const facts = { domains, release, kind: this.kind, onKind }
      return html`<div class="columns">
        ${renderSnippets(this, embed, facts)} ${this.#renderPreview(embed)}
      </div>`
    }
    const onCreated = ({ detail }: CustomEvent<Embed>): void => this.#show(detail)
    return html`<div class="columns">
      <section class="card" aria-labelledby="form-title">
        <h2 id="form-title">${text.embed.form}</h2>
        <console-embed-form .context=${this.context} .clientIds=${clientIds} .facts=${binding} @created=${onCreated}></console-embed-form>
      </section>
      ${renderEmpty({ icon: icons.code, title: text.embed.empty, text: text.embed.emptyText })}
    </div>`
  }

  #renderPreview({ payment, pins }: Embed): TemplateResult | typeof nothing {
    const { settings, text } = this.context
    if (settings.previewClientId === '') return nothing
    return html`<section class="preview" aria-labelledby="preview-title">
      <div>
        <h2 id="preview-title">${text.embed.preview}</h2>
        <p class="hint">${text.embed.previewHint}</p>
      </div>
      ${renderLostPreview(this, this.#preview, () => this.embed)}
      <secure-payment
        token=${payment.token}
        api-base=${settings.baseUrl}
        client-id=${settings.previewClientId}
        pay-url=${settings.payUrl}
        destination=${pins.length === 0 ? nothing : pins.join(' ')}
        .fetch=${fetchAsPreview}
      ></secure-payment>
    </section>`
  }

  #show(embed: Embed): void {
    this.embed = embed
    this.context.announce(this.context.text.embed.created)
    this.focusHeading()
    // The element is as large as the rest of the console, so it loads with the first payment.
    void this.#preview.load()
  }

  #restart(): void {
    this.embed = null
    this.focusHeading()
  }
}

customElements.define('console-embed', ConsoleEmbed)

declare global {
  interface HTMLElementTagNameMap {
    'console-embed': ConsoleEmbed
  }
}
