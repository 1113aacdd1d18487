import type { LitElement, ReactiveController } from 'lit'
import { readFields } from '../readForm.ts'

/** Stores the form's current values after each input and each update, because an update can change a field too. */
export class TypedFormController implements ReactiveController {
  readonly #host: LitElement
  #values: ReadonlyMap<string, string> = new Map()

  constructor(host: LitElement) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    this.#host.addEventListener('input', this.#read)
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('input', this.#read)
  }

  hostUpdated(): void {
    // Reads in a microtask, so that a change requests a separate update.
    queueMicrotask(this.#read)
  }

  /** Returns the field's text without surrounding spaces; empty if there is no such field. */
  text(name: string): string {
    return this.#values.get(name) ?? ''
  }

  readonly #read = (): void => {
    const form = this.#host.renderRoot.querySelector('form')
    const names = form === null ? [] : [...new FormData(form).keys()]
    const fields = readFields(form)
    const values = new Map(names.map((name) => [name, fields.text(name)]))
    const isSame =
      values.size === this.#values.size &&
      names.every((name) => this.#values.get(name) === values.get(name))
    if (isSame) return
    this.#values = values
    this.#host.requestUpdate()
  }
}
