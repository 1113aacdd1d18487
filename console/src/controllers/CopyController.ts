import type { ReactiveController } from 'lit'
import type { ApiHost } from './LoadController.ts'

/** The time for which a copy button shows its check mark. */
const COPIED_MS = 2_000

/** Copies texts and remembers for a moment which one was copied. */
export class CopyController implements ReactiveController {
  copied: string | null = null
  readonly #host: ApiHost
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: ApiHost) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer)
  }

  /** Copies `value` to the clipboard and announces that `what` was copied. */
  async copy(value: string, what: string): Promise<void> {
    const { text, announce } = this.#host.context
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      announce(text.common.copyFailed)
      return
    }
    announce(text.common.copiedWhat(what))
    this.#show(value)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#show(null), COPIED_MS)
  }

  #show(copied: string | null): void {
    this.copied = copied
    this.#host.requestUpdate()
  }
}
