import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** An element that shows dialogs in its shadow tree. */
export type DialogHost = ReactiveControllerHost & {
  readonly renderRoot: HTMLElement | DocumentFragment
  focusHeading(): void
}

/**
 * Controls an element's single dialog. `current` is the open dialog's data; null if no dialog is open. The native `<dialog>` traps the
 * focus and returns it to its opener; when the opener was removed, the focus moves to the heading.
 */
export class DialogController<D> implements ReactiveController {
  current: D | null = null
  readonly #host: DialogHost
  #opener: HTMLElement | null = null

  constructor(host: DialogHost) {
    this.#host = host
    host.addController(this)
  }

  hostUpdated(): void {
    const dialog = this.#host.renderRoot.querySelector('dialog')
    if (this.current === null || dialog === null || dialog.open) return
    this.#opener = this.#focused()
    dialog.showModal()
  }

  /** Shows a dialog, in place of the open one. */
  open(dialog: D): void {
    const isFollowing = this.current !== null
    this.current = dialog
    this.#host.requestUpdate()
    if (!isFollowing) return
    // The focused element may have been removed with the previous content.
    void this.#host.updateComplete.then(() => {
      this.#host.renderRoot.querySelector<HTMLElement>('dialog h2')?.focus()
    })
  }

  /** Closes the open dialog; its `close` event then clears `current`. */
  close(): void {
    const dialog = this.#host.renderRoot.querySelector('dialog')
    if (dialog?.open) dialog.close()
    else this.#end()
  }

  /** The listener for the dialog's `close` event. */
  readonly onClose = (): void => this.#end()

  #end(): void {
    this.current = null
    this.#host.requestUpdate()
    void this.#host.updateComplete.then(() => {
      if (this.#opener?.isConnected && this.#opener.checkVisibility()) this.#opener.focus()
      else this.#host.focusHeading()
      this.#opener = null
    })
  }

  #focused(): HTMLElement | null {
    const root = this.#host.renderRoot
    const focused = root instanceof ShadowRoot ? root.activeElement : document.activeElement
    return focused instanceof HTMLElement ? focused : null
  }
}
