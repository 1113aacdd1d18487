import { html, LitElement, type TemplateResult } from 'lit'
import { previewModels } from './catalogue.ts'
import { choose, type Preview, type Studio, UNCHANGED, WIDTHS } from './design.ts'
import { readHash, writeHash } from './hash.ts'
import { isFit, type Knob, knobGroups } from './knobs.ts'
import { renderCatalogue } from './renderCatalogue.ts'
import { renderKnob } from './renderKnob.ts'
import { loadSpeaker, type Speaker } from './sentences.ts'
import { FRAMEWORKS, type Framework, writeCode } from './writeCode.ts'

const STATES = Object.keys(previewModels)
/** Of the frame, in pixels: a dialog has room, and no state makes the page jump. */
const LEAST_HEIGHT = 640
const COPIED_MS = 2_000

/**
 * The place to design a checkout: knobs of everything that the element's manifest names, the element itself in a frame, the code
 * to copy, and every message. The address holds the design, so that a link shares it. Without a shadow tree: the page's styles hold.
 */
export class DesignStudio extends LitElement {
  static override properties = {
    studio: { state: true },
    framework: { state: true },
    speaker: { state: true },
    told: { state: true },
  }

  declare studio: Studio
  declare framework: Framework
  declare speaker: Speaker | null
  /** What was copied last, until it is stale. */
  declare told: string
  #frameHeights: ResizeObserver | null = null
  #language = ''
  #isFrameLoaded = false
  /** A frame whose `src` changes loads anew, so it keeps its first one. */
  readonly #frameUrl: string

  constructor() {
    super()
    this.studio = readHash(location.hash, STATES)
    this.#frameUrl = `./design-preview.html#${frameHash(writeHash(this.studio))}`
    this.framework = 'HTML'
    this.speaker = null
    this.told = ''
  }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('hashchange', this.#readAddress)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('hashchange', this.#readAddress)
    this.#frameHeights?.disconnect()
  }

  protected override createRenderRoot(): HTMLElement {
    return this
  }

  protected override willUpdate(): void {
    const language = this.studio.design.attributes['lang'] ?? 'en'
    if (language === this.#language) return
    this.#language = language
    loadSpeaker(language).then((speaker) => {
      if (language === this.#language) this.speaker = speaker
    }, reportError)
  }

  protected override updated(): void {
    const hash = writeHash(this.studio)
    if (location.hash.slice(1) !== hash) history.replaceState(null, '', `#${hash}`)
    const frame = this.#frame?.contentWindow
    if (!frame || !this.#isFrameLoaded) return
    const wanted = `#${frameHash(hash)}`
    // A whole address: a mere fragment would be taken as one of this page, not of the frame's.
    const url = new URL(wanted, frame.location.href).href
    if (frame.location.href !== url) frame.location.replace(url)
  }

  protected override render(): TemplateResult {
    return html`
      <header class="bar">
        <h1>Design your checkout</h1>
        <nav aria-label="Demo">
          <a href="./">Shop</a>
          <a href="./states.html">Every state</a>
          <a href="#messages" @click=${this.#jump}>Messages</a>
        </nav>
      </header>
      <main>
        <div class="studio">
          ${this.#renderKnobs()}
          <div class="work">${this.#renderPreview()} ${this.#renderCode()}</div>
        </div>
        ${this.speaker ? renderCatalogue(this.speaker, this.studio.preview.state, (state) => this.#show({ state })) : ''}
      </main>
    `
  }

  #renderKnobs(): TemplateResult {
    const { design } = this.studio
    const count = Object.keys({ ...design.attributes, ...design.variables }).length
    return html`<section class="knobs" aria-labelledby="knobs">
      <div class="heading">
        <h2 id="knobs">Choices</h2>
        <button type="button" ?disabled=${count === 0} @click=${this.#reset}>
          Reset all${count > 0 ? ` (${count})` : ''}
        </button>
      </div>
      ${knobGroups.map(({ title, knobs }, index) => {
        const changed = knobs.filter((knob) => this.#find(knob) !== undefined).length
        return html`<details ?open=${index === 0 || title === 'Colours'}>
          <summary>
            <span>${title}</span>
            ${changed > 0 ? html`<span class="count">${changed} changed</span>` : ''}
          </summary>
          ${knobs.map((knob) =>
            renderKnob({
              knob,
              value: this.#find(knob),
              variables: design.variables,
              onChange: (value) => this.#choose(knob, value),
            }),
          )}
        </details>`
      })}
    </section>`
  }

  #renderPreview(): TemplateResult {
    const { preview } = this.studio
    const width = preview.width === 'full' ? '100%' : `${preview.width}px`
    return html`<section class="preview" aria-labelledby="preview">
      <div class="heading">
        <h2 id="preview">Preview</h2>
        <button type="button" @click=${() => this.#copy(location.href, 'Link')}>
          ${this.told === 'Link' ? 'Link copied' : 'Copy link to this design'}
        </button>
      </div>
      <div class="controls">
        <label>State ${this.#renderStates()}</label>
        ${this.#renderChoice('Direction', 'dir', ['auto', 'ltr', 'rtl'])}
        ${this.#renderChoice('Width', 'width', WIDTHS)}
      </div>
      <div class="stage">
        <iframe
          title="The payment element as you designed it"
          src=${this.#frameUrl}
          style="inline-size: ${width}"
          @load=${this.#observeFrame}
        ></iframe>
      </div>
    </section>`
  }

  #renderStates(): TemplateResult {
    const groups = Map.groupBy(STATES, (name) => {
      return name.includes(':')
        ? `message: ${name.split(':', 1)[0]}`
        : (previewModels[name]?.state ?? '')
    })
    const chosen = this.studio.preview.state
    return html`<select name="state" .value=${chosen} @change=${(event: Event) => this.#show({ state: readValue(event) })}>
      ${[...groups].map(
        ([label, names]) => html`<optgroup label=${label}>
          ${names.map((name) => html`<option ?selected=${name === chosen}>${name}</option>`)}
        </optgroup>`,
      )}
    </select>`
  }

  #renderChoice<Key extends 'dir' | 'width'>(
    label: string,
    key: Key,
    values: readonly Preview[Key][],
  ): TemplateResult {
    return html`<fieldset class="segments">
      <legend>${label}</legend>
      ${values.map(
        (value) => html`<label>
          <input
            type="radio"
            name=${key}
            value=${value}
            .checked=${this.studio.preview[key] === value}
            @change=${() => this.#show({ [key]: value })}
          /><span>${value}</span>
        </label>`,
      )}
    </fieldset>`
  }

  #renderCode(): TemplateResult {
    return html`<section class="code" aria-labelledby="code">
      <div class="heading"><h2 id="code">Code</h2></div>
      <fieldset class="segments">
        <legend>For</legend>
        ${FRAMEWORKS.map(
          (name) => html`<label>
            <input type="radio" name="framework" value=${name} .checked=${name === this.framework} @change=${() => {
              this.framework = name
            }} /><span>${name}</span>
          </label>`,
        )}
      </fieldset>
      ${writeCode(this.studio.design, this.framework).map(
        ({ name, text }) => html`<figure>
          <figcaption>
            <code>${name}</code>
            <button type="button" aria-label="Copy ${name}" @click=${() => this.#copy(text, name)}>
              ${this.told === name ? 'Copied' : 'Copy'}
            </button>
          </figcaption>
          <pre tabindex="0" role="region" aria-label=${name}><code>${text}</code></pre>
        </figure>`,
      )}
      <p class="hidden" role="status">${this.told ? `${this.told} copied` : ''}</p>
    </section>`
  }

  get #frame(): HTMLIFrameElement | null {
    return this.querySelector('iframe')
  }

  #find({ kind, name }: Knob): string | undefined {
    const { attributes, variables } = this.studio.design
    return (kind === 'attribute' ? attributes : variables)[name]
  }

  #choose(knob: Knob, value: string | null): void {
    const wanted = value !== null && value !== knob.fallback && isFit(knob, value) ? value : null
    const { design } = this.studio
    const key = knob.kind === 'attribute' ? 'attributes' : 'variables'
    const chosen = choose(design[key], knob.name, wanted)
    this.studio = { ...this.studio, design: { ...design, [key]: chosen } }
  }

  #show(change: Partial<Preview>): void {
    this.studio = { ...this.studio, preview: { ...this.studio.preview, ...change } }
  }

  #reset = (): void => {
    this.studio = { ...this.studio, design: UNCHANGED.design }
  }

  /** A link within the page must not overwrite the address that holds the design. */
  #jump = (event: Event): void => {
    event.preventDefault()
    const heading = this.querySelector<HTMLElement>('#messages')
    heading?.scrollIntoView()
    heading?.focus()
  }

  #readAddress = (): void => {
    this.studio = readHash(location.hash, STATES)
  }

  async #copy(text: string, name: string): Promise<void> {
    await navigator.clipboard.writeText(text)
    this.told = name
    setTimeout(() => {
      if (this.told === name) this.told = ''
    }, COPIED_MS)
  }

  /** The frame is as high as what is in it, and a dialog that the payer closes is closed in the design too. */
  #observeFrame = (): void => {
    const frame = this.#frame
    const inside = frame?.contentDocument
    if (!frame || !inside) return
    this.#isFrameLoaded = true
    this.#frameHeights?.disconnect()
    this.#frameHeights = new ResizeObserver(() => {
      frame.style.blockSize = `${Math.max(LEAST_HEIGHT, inside.body.scrollHeight)}px`
    })
    this.#frameHeights.observe(inside.body)
    inside.addEventListener('sp-after-hide', () => {
      const { design } = this.studio
      const attributes = choose(design.attributes, 'open', null)
      this.studio = { ...this.studio, design: { ...design, attributes } }
    })
    this.requestUpdate()
  }
}

/** Never empty: an empty fragment is the top of the frame, and the browser would scroll the page to it. */
function frameHash(hash: string): string {
  return `design&${hash}`
}

function readValue(event: Event): string {
  return event.target instanceof HTMLSelectElement ? event.target.value : ''
}
