import { ElementSettings } from './ElementSettings.ts'

/** The element as a form's field, whose value is the token of a paid payment. */
export abstract class FormElement extends ElementSettings {
  static readonly formAssociated = true

  readonly #internals = this.attachInternals()

  /** The value that a form submits; null before the payment is paid. */
  abstract readonly value: string | null

  /** The form that the element belongs to. */
  get form(): HTMLFormElement | null {
    return this.#internals.form
  }

  /** The labels in the page that name the element. */
  get labels(): NodeList {
    return this.#internals.labels
  }

  get validity(): ValidityState {
    return this.#internals.validity
  }

  get validationMessage(): string {
    return this.#internals.validationMessage
  }

  get willValidate(): boolean {
    return this.#internals.willValidate
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  override focus(options?: FocusOptions): void {
    this.shadowRoot?.querySelector<HTMLElement>('#heading')?.focus(options)
  }

  formDisabledCallback(): void {
    this.requestUpdate()
  }

  /** Exposes the states to the page's CSS, and the value to its form. `missing`: the browser's message about a missing value. */
  protected reflectForm(cssStates: readonly string[], missing: string): void {
    const { states } = this.#internals
    states.clear()
    for (const state of cssStates) states.add(state)
    this.#internals.setFormValue(this.value)
    const isMissing = this.required && this.value === null
    // The browser shows its message at the heading; without a focusable element, it would log an error.
    const heading = this.shadowRoot?.querySelector<HTMLElement>('#heading') ?? undefined
    this.#internals.setValidity({ valueMissing: isMissing }, isMissing ? missing : '', heading)
  }
}
