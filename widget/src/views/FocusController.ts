import { isServer, type ReactiveController, type ReactiveElement } from 'lit'

/** Moves the payer's focus with the screens: to the heading of a new one, or to where a control sends it. */
export class FocusController implements ReactiveController {
  readonly #host: ReactiveElement
  #isEngaged = false
  #hadFocus = false
  #screenId = 'loading'
  #target: string | null = null

  constructor(host: ReactiveElement) {
    this.#host = host
    host.addController(this)
    const engage = (): void => {
      this.#isEngaged = true
    }
    host.addEventListener('pointerdown', engage)
    host.addEventListener('keydown', engage)
  }

  /** Moves the focus to the first match in the shadow tree once the next update is done. */
  moveAfterUpdate(selector: string): void {
    this.#target = selector
  }

  hostUpdate(): void {
    this.#hadFocus = this.#holdsFocus()
  }

  /** Called after an update: when the screen changed while the payer's focus was in it, the focus moves to its heading. */
  follow(screenId: string): void {
    const isMoved = screenId !== this.#screenId && this.#hadFocus
    const selector = this.#target ?? (isMoved ? '#heading' : null)
    this.#screenId = screenId
    this.#target = null
    if (!selector) return
    this.#host.shadowRoot?.querySelector<HTMLElement>(selector)?.focus()
  }

  #holdsFocus(): boolean {
    if (isServer) return false
    if (this.#host.shadowRoot?.activeElement) return true
    const { activeElement } = document
    return this.#isEngaged && (activeElement === null || activeElement === document.body)
  }
}
