import { html, LitElement, type TemplateResult } from 'lit'
import { previewModels } from './catalogue.ts'
import { choose, type Preview, type Studio, UNCHANGED, WIDTHS } from './design.ts'
import { readHash, writeHash } from './hash.ts'
import { type Knob, writeChoice } from './knobs.ts'
import { ASK_EVENT, POINT_EVENT, SHOWN_EVENT } from './previewEvents.ts'
import { renderCatalogue } from './renderCatalogue.ts'
import { renderCode } from './renderCode.ts'
import { renderKnobs } from './renderKnobs.ts'
import { renderSegments } from './renderSegments.ts'
import { loadSpeaker, type Speaker } from './sentences.ts'
import type { Framework } from './writeCode.ts'

const STATES = Object.keys(previewModels)
/** Height of the frame, in pixels: a dialog fits, and no state shifts the page. */
const LEAST_HEIGHT = 640
const COPIED_MS = 2_000

/**
 * The page to design a checkout. The page has:
 * - controls for everything that the element's manifest names;
 * - the element itself in a frame;
 * - the code to copy;
 * - every message.
 *
 * The page's address contains the design, so that a link shares the design. The studio has no shadow tree, so that the page's styles apply.
 */
export class DesignStudio extends LitElement {
  static override properties = {
    studio: { state: true },
    framework: { state: true },
    speaker: { state: true },
    told: { state: true },
    shown: { state: true },
  }

  declare studio: Studio
  declare framework: Framework
  declare speaker: Speaker | null
  /** The name of the last copied text, for a few seconds after the copy. */
  declare told: string
  /** Keys of the parts and slots on the preview's screen. */
  declare shown: ReadonlySet<string> | null
  #frameHeights: ResizeObserver | null = null
  #language = ''
  #isFrameLoaded = false
  /** A frame reloads when its `src` changes, so the frame keeps its first address. */
  readonly #frameUrl: string

  constructor() {
    super()
    this.studio = readHash(location.hash, STATES)
    this.#frameUrl = `./design-preview.html#${frameHash(writeHash(this.studio))}`
    this.framework = 'HTML'
    this.speaker = null
    this.told = ''
    this.shown = null
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
    // The address is complete, because a fragment alone would resolve to this page, not to the frame's page.
    const url = new URL(wanted, frame.location.href).href
    if (frame.location.href !== url) frame.location.replace(url)
  }

  protected override render(): TemplateResult {
    return html`
      <header class="bar">
        <h1>Design your checkout</h1>
        <nav aria-label="Demo">
          <a href="./">Shop</a>
          <a href="./states.html#${writeHash({ ...this.studio, preview: UNCHANGED.preview })}">Every state with this design</a>
          <a href="#messages" @click=${this.#readMessages}>Messages</a>
        </nav>
      </header>
      <main>
        <div class="studio">
          ${renderKnobs({
            design: this.studio.design,
            shown: this.shown,
            onChoose: (knob, value) => this.#choose(knob, value),
            onPoint: (part) => this.#point(part),
            onReset: this.#reset,
          })}
          <div class="work">
            ${this.#renderPreview()}
            ${renderCode({
              design: this.studio.design,
              framework: this.framework,
              told: this.told,
              onFramework: (framework) => {
                this.framework = framework
              },
              onCopy: (text, name) => this.#copy(text, name),
            })}
          </div>
        </div>
        ${this.speaker ? renderCatalogue(this.speaker, this.studio.preview.state, (state) => this.#showMessage(state)) : ''}
      </main>
    `
  }

  #renderPreview(): TemplateResult {
    const { preview } = this.studio
    const width = preview.width === 'full' ? '100%' : `${preview.width}px`
    return html`<section class="preview" aria-labelledby="preview">
      <div class="heading">
        <h2 id="preview" tabindex="-1">Preview</h2>
        <button type="button" @click=${() => this.#copy(location.href, 'Link')}>
          ${this.told === 'Link' ? 'Link copied' : 'Copy link to this design'}
        </button>
      </div>
      <div class="controls">
        <label>State ${this.#renderStates()}</label>
        ${renderSegments({
          label: 'Direction',
          name: 'dir',
          values: ['auto', 'ltr', 'rtl'],
          value: preview.dir,
          onChange: (dir) => this.#show({ dir }),
        })}
        ${renderSegments({
          label: 'Width',
          name: 'width',
          values: WIDTHS,
          value: preview.width,
          onChange: (chosen) => this.#show({ width: chosen }),
        })}
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

  get #frame(): HTMLIFrameElement | null {
    return this.querySelector('iframe')
  }

  #choose(knob: Knob, value: string | null): void {
    this.studio = { ...this.studio, design: writeChoice(this.studio.design, knob, value) }
  }

  #point(part: string | null): void {
    const frame = this.#frame?.contentWindow
    frame?.dispatchEvent(new CustomEvent(POINT_EVENT, { detail: part }))
  }

  #show(change: Partial<Preview>): void {
    this.studio = { ...this.studio, preview: { ...this.studio.preview, ...change } }
  }

  #reset = (): void => {
    this.studio = { ...this.studio, design: UNCHANGED.design }
  }

  /** A link within the page must not overwrite the address that contains the design. */
  #readMessages = (event: Event): void => {
    event.preventDefault()
    this.#jump('messages')
  }

  /** Shows a message in the preview, and jumps to the preview, which is far above the messages. */
  #showMessage(state: string): void {
    this.#show({ state })
    this.#jump('preview')
  }

  #jump(id: 'messages' | 'preview'): void {
    const heading = this.querySelector<HTMLElement>(`#${id}`)
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView()
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

  /** The frame is as high as its content, and a dialog that the payer closes is closed in the design too. */
  #observeFrame = (): void => {
    const frame = this.#frame
    const inside = frame?.contentDocument
    if (!frame || !inside) return
    this.#isFrameLoaded = true
    inside.defaultView?.addEventListener(SHOWN_EVENT, ({ detail }) => {
      this.shown = new Set(detail)
    })
    inside.defaultView?.dispatchEvent(new Event(ASK_EVENT))
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

/** Returns a fragment that is never empty: for an empty fragment, the browser would scroll the page to the top of the frame. */
function frameHash(hash: string): string {
  return `design&${hash}`
}

function readValue(event: Event): string {
  return event.target instanceof HTMLSelectElement ? event.target.value : ''
}
