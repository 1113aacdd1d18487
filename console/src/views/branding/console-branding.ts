import { deriveBrandTheme } from '@secure-payment/core'
import type { SecurePayment } from '@secure-payment/widget'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { BrandingRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { PreviewController } from '../../controllers/PreviewController.ts'
import { renderButton, renderFailure, renderPageHead } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderChoice, renderFieldError, renderInput } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderLostPreview } from '../../ui/renderLostPreview.ts'
import {
  bodyOf,
  COLOUR_NAMES,
  type ColourName,
  coloursOf,
  type Draft,
  draftOf,
  findFaults,
  formatRatio,
  ratioOf,
  readDraft,
  shownColours,
} from './brandingDraft.ts'
import { brandingStyles } from './brandingStyles.ts'
import { createPreviewFetch, PREVIEW_TOKEN } from './createPreview.ts'
import { readLogoFile } from './readLogoFile.ts'
import './console-receipt-mails.ts'
import './console-user-events.ts'

/** The delay between the last key press and the preview's update. */
const PREVIEW_DELAY_MS = 250

/** The look of payment pages, with each text's contrast, and a preview of the element itself. */
export class ConsoleBranding extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, brandingStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    draft: { state: true },
    scheme: { state: true },
  }

  declare draft: Draft | null
  declare scheme: 'light' | 'dark'
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #preview = new PreviewController(this, 'branding')
  readonly #saved = new LoadController<BrandingRecord>(this, (signal) => this.#read(signal))

  constructor() {
    super()
    this.draft = null
    this.scheme = 'light'
  }

  override connectedCallback(): void {
    super.connectedCallback()
    // The element is as large as the rest of the console, so only this screen loads it.
    void this.#preview.load().then(() => this.#showPreview())
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
  }

  protected override render(): TemplateResult {
    const { branding } = this.context.text
    return html`<div class="page">
      ${renderPageHead({ title: branding.title, lead: branding.lead })}
      ${renderLoaded(this, this.#saved, (saved) => this.#renderReady(saved))}
    </div>`
  }

  protected override updated(changed: PropertyValues): void {
    this.#paintStage()
    if (!changed.has('draft')) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#showPreview(), PREVIEW_DELAY_MS)
  }

  async #read(signal: AbortSignal): Promise<BrandingRecord> {
    const saved = await this.context.client.branding.get({}, { signal })
    this.draft = readDraft(this.#preview.take()) ?? draftOf(saved)
    return saved
  }

  #renderReady(saved: BrandingRecord): TemplateResult {
    const draft = this.draft ?? draftOf(saved)
    return html`<div class="columns">
      <div class="stack">
        <section class="card">${this.#renderForm(saved, draft)}</section>
        <console-receipt-mails .context=${this.context}></console-receipt-mails>
        <console-user-events .context=${this.context}></console-user-events>
      </div>
      ${this.#renderPreview()}
    </div>`
  }

  #renderForm(saved: BrandingRecord, draft: Draft): TemplateResult {
    const { text } = this.context
    const failure = this.submit.failureOf('branding')
    const link = (name: 'termsUrl' | 'privacyUrl') =>
      renderInput(this, {
        name,
        label: text.branding[name],
        hint: text.branding.linkHint,
        type: 'url',
        inputMode: 'url',
        isOptional: true,
        value: draft[name],
        failure,
        onInput: (value) => this.#change({ [name]: value }),
      })
    return html`<form novalidate @submit=${this.#save}>
      <fieldset>
        <legend>${text.branding.colours}</legend>
        <p class="hint">${text.branding.coloursHint}</p>
        ${COLOUR_NAMES.map((name) => this.#renderColour(draft, name))}
      </fieldset>
      ${this.#renderLogo(saved, draft)}
      <fieldset>
        <legend>${text.branding.links}</legend>
        ${link('termsUrl')} ${link('privacyUrl')}
        ${renderInput(this, {
          name: 'supportUrl',
          label: text.branding.supportUrl,
          hint: text.branding.supportHint,
          inputMode: 'url',
          isOptional: true,
          value: draft.supportUrl,
          failure,
          onInput: (supportUrl) => this.#change({ supportUrl }),
        })}
        ${renderInput(this, {
          name: 'supportEmail',
          label: text.branding.supportEmail,
          hint: text.branding.supportEmailHint,
          type: 'email',
          inputMode: 'email',
          isOptional: true,
          value: draft.supportEmail,
          failure,
          onInput: (supportEmail) => this.#change({ supportEmail }),
        })}
        ${renderChoice({
          type: 'checkbox',
          name: 'displaysService',
          value: 'on',
          label: text.branding.displayService,
          hint: text.branding.displayServiceHint,
          isChecked: draft.displaysService,
          onChange: () => this.#change({ displaysService: !draft.displaysService }),
        })}
      </fieldset>
      ${this.#renderFont(draft)}
      ${renderFailure(this, failure)}
      <div class="form-actions">
        ${renderButton({ label: text.branding.save, kind: 'primary', isBusy: this.submit.pending === 'branding' })}
        ${saved.id === null ? nothing : renderButton({ label: text.branding.reset, isDanger: true, isBusy: this.submit.pending === 'remove', onClick: () => void this.#remove() })}
      </div>
    </form>`
  }

  #renderFont(draft: Draft): TemplateResult {
    const { branding } = this.context.text
    const failure = this.submit.failureOf('branding')
    return html`<fieldset>
      <legend>${branding.font}</legend>
      <p class="hint">${branding.fontHint}</p>
      ${renderInput(this, {
        name: 'fontFamily',
        label: branding.fontFamily,
        hint: branding.fontFamilyHint,
        isOptional: true,
        value: draft.fontFamily,
        failure,
        onInput: (fontFamily) => this.#change({ fontFamily }),
      })}
      ${renderInput(this, {
        name: 'fontUrl',
        label: branding.fontUrl,
        hint: branding.fontUrlHint,
        type: 'url',
        inputMode: 'url',
        isOptional: true,
        value: draft.fontUrl,
        failure,
        onInput: (fontUrl) => this.#change({ fontUrl }),
      })}
    </fieldset>`
  }

  #renderColour(draft: Draft, name: ColourName): TemplateResult {
    const { branding } = this.context.text
    const label = branding[name]
    const failure = this.submit.failureOf('branding')
    const isInvalid = failure?.fields[name] !== undefined
    const ratio = ratioOf(draft, name)
    const isLow = ratio !== null && ratio < 4.5
    const set = (event: Event): void => {
      if (event.target instanceof HTMLInputElement) this.#change({ [name]: event.target.value })
    }
    return html`<div class="colour">
      <label for=${name}>${label}</label>
      <input type="color" aria-label=${branding.pick(label)} .value=${shownColours(draft)[name]} @input=${set}>
      <input id=${name} name=${name} class="mono" type="text" maxlength="7" autocomplete="off" spellcheck="false"
        placeholder="#" .value=${draft[name]} @input=${set}
        aria-invalid=${isInvalid ? 'true' : nothing}
        aria-describedby=${`${name}-ratio${isInvalid ? ` ${name}-error` : ''}`}>
      <span class="ratio ${isLow ? 'low' : ''}" id="${name}-ratio">${
        // The field's error already states the ratio.
        isInvalid && isLow ? nothing : this.#describeRatio(name, ratio)
      }</span>
      ${renderFieldError(name, failure)}
    </div>`
  }

  #describeRatio(name: ColourName, ratio: number | null): string {
    const { branding } = this.context.text
    if (ratio === null) return ''
    const shown = formatRatio(ratio)
    if (name === 'primaryActionColor') return branding.onButton(shown)
    return ratio < 4.5 ? branding.tooLow(shown) : branding.onCard(shown)
  }

  #renderLogo(saved: BrandingRecord, draft: Draft): TemplateResult {
    const { branding } = this.context.text
    const failure = this.submit.failureOf('branding')
    const logo = logoOf(saved, draft)
    return html`<div class="field">
      <label for="logo">${branding.logo}</label>
      <div class="logo-line">
        ${logo === null ? nothing : html`<img src=${logo} alt=${branding.logoNow}>`}
        <input id="logo" type="file" accept="image/png,image/jpeg,image/webp" @change=${this.#chooseLogo}
          aria-describedby="logo-hint" aria-invalid=${failure?.fields['logo'] ? 'true' : nothing}>
        ${logo === null ? nothing : renderButton({ label: branding.removeLogo, isCompact: true, onClick: () => this.#change({ logo: null }) })}
      </div>
      <p class="hint" id="logo-hint">${branding.logoHint}</p>
      ${renderFieldError('logo', failure)}
    </div>`
  }

  #renderPreview(): TemplateResult {
    const { branding } = this.context.text
    const choice = (scheme: 'light' | 'dark') =>
      renderChoice({
        type: 'radio',
        name: 'scheme',
        value: scheme,
        label: branding[scheme],
        isChecked: this.scheme === scheme,
        onChange: () => {
          this.scheme = scheme
        },
      })
    return html`<section class="preview" aria-labelledby="preview-title">
      <div>
        <h2 id="preview-title">${branding.preview}</h2>
        <p class="hint">${branding.previewHint}</p>
      </div>
      ${renderLostPreview(this, this.#preview, () => this.draft)}
      <div class="row" role="radiogroup" aria-label=${branding.scheme}>${choice('light')} ${choice('dark')}</div>
      <div class="stage ${this.scheme}" inert>
        <secure-payment theme=${this.scheme} api-base="https://preview.invalid" persist="off"></secure-payment>
      </div>
    </section>`
  }

  /** The content security policy blocks style attributes, so a script sets the style. */
  #paintStage(): void {
    const stage = this.renderRoot.querySelector<HTMLElement>('.stage')
    if (stage === null || this.draft === null) return
    stage.style.background = deriveBrandTheme(coloursOf(this.draft)).page[this.scheme] ?? ''
  }

  /** Makes the element read its fictitious payment again, without a request to the service. */
  #showPreview(): void {
    const element = this.renderRoot.querySelector<SecurePayment>('secure-payment')
    const saved = this.#saved.value
    const { draft } = this
    const isThere = customElements.get('secure-payment') !== undefined
    if (!isThere || element === null || saved === null || draft === null) return
    element.fetch = createPreviewFetch(
      this.context.session.tenantName,
      {
        colours: coloursOf(draft),
        logoUrl: logoOf(saved, draft),
        termsUrl: draft.termsUrl,
        privacyUrl: draft.privacyUrl,
      },
      this.context.now(),
    )
    if (element.token === PREVIEW_TOKEN) void element.load()
    else element.token = PREVIEW_TOKEN
  }

  #change(change: Partial<Draft>): void {
    if (this.draft === null) return
    this.draft = { ...this.draft, ...change }
    this.submit.recheck('branding', findFaults(this.draft, this.context.text))
  }

  async #chooseLogo(event: Event): Promise<void> {
    const file = event.target instanceof HTMLInputElement ? event.target.files?.[0] : undefined
    if (file === undefined) return
    const { branding, errors } = this.context.text
    const read = await readLogoFile(file)
    if ('url' in read) {
      this.submit.reset()
      this.#change({ logo: read.url })
      return
    }
    const logo = read.fault === 'large' ? branding.logoLarge : branding.logoType
    const failure = { code: null, message: errors.validation_failed, supportCode: null }
    this.submit.refuse('branding', { ...failure, fields: { logo } })
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault()
    const { client, announce, text } = this.context
    const { draft } = this
    if (draft === null) return
    const fields = findFaults(draft, text)
    if (Object.keys(fields).length > 0) {
      const failure = { code: null, message: text.errors.validation_failed, supportCode: null }
      this.submit.refuse('branding', { ...failure, fields })
      await focusFirstInvalid(this)
      return
    }
    const body = bodyOf(draft)
    const saved = await this.submit.run('branding', () => client.branding.update({ body }))
    if (saved === null) {
      await focusFirstInvalid(this)
      return
    }
    this.#keep(saved)
    announce(text.branding.saved)
  }

  async #remove(): Promise<void> {
    const { client, announce, text } = this.context
    const removed = await this.submit.run('remove', () => client.branding.remove({}))
    if (removed === null) return
    await this.#saved.reload()
    announce(text.branding.removed)
    this.focusHeading()
  }

  #keep(saved: BrandingRecord): void {
    this.#saved.replace(saved)
    this.draft = draftOf(saved)
  }
}

/** Returns the URL of the displayed logo: the chosen one, or the saved one on this page's own origin. Returns null without a logo. */
function logoOf(saved: BrandingRecord, draft: Draft): string | null {
  if (draft.logo !== undefined) return draft.logo
  return saved.logoUrl === null ? null : location.origin + new URL(saved.logoUrl).pathname
}

customElements.define('console-branding', ConsoleBranding)

declare global {
  interface HTMLElementTagNameMap {
    'console-branding': ConsoleBranding
  }
}
