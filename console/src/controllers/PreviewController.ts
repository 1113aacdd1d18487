import type { ReactiveController } from 'lit'
import type { SignedInContext } from '../context.ts'
import type { ApiHost } from './LoadController.ts'

const RETRY_MS = 500
const PREFIX = 'secure-payment-console:kept:'

/**
 * The element that a view shows as a preview, loaded on demand. A part that fails to load twice usually belongs to a release that the
 * service no longer serves. The view then reports the failure, and keeps its input across a page reload.
 */
export class PreviewController implements ReactiveController {
  isLost = false
  readonly #host: ApiHost & { readonly context: SignedInContext }
  readonly #name: string
  readonly #import: () => Promise<unknown>

  /** `name` distinguishes the stored input of different views. */
  constructor(
    host: ApiHost & { readonly context: SignedInContext },
    name: string,
    load: () => Promise<unknown> = () => import('@secure-payment/widget'),
  ) {
    this.#host = host
    this.#name = name
    this.#import = load
    host.addController(this)
  }

  hostDisconnected(): void {
    this.isLost = false
  }

  async load(): Promise<void> {
    try {
      await this.#import().catch(async () => {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        return this.#import()
      })
      this.isLost = false
    } catch {
      this.isLost = true
    }
    this.#host.requestUpdate()
  }

  /** Reloads the page; afterwards, {@link take} returns the stored input. */
  reload(kept: unknown): void {
    try {
      sessionStorage.setItem(this.#key(), JSON.stringify(kept))
    } catch {
      // The storage is full or forbidden: the page works, but loses the input.
    }
    location.reload()
  }

  /**
   * Returns the input that was stored before the last reload, once; null if there was none. The input comes from the browser's storage: the
   * caller validates it.
   */
  take(): unknown {
    try {
      const text = sessionStorage.getItem(this.#key())
      sessionStorage.removeItem(this.#key())
      return text === null ? null : JSON.parse(text)
    } catch {
      return null
    }
  }

  #key(): string {
    return `${PREFIX}${this.#host.context.session.tenantId}:${this.#name}`
  }
}
