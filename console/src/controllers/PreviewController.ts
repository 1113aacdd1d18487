import type { ReactiveController } from 'lit'
import type { SignedInContext } from '../context.ts'
import type { ApiHost } from './LoadController.ts'

const RETRY_MS = 500
const PREFIX = 'secure-payment-console:kept:'

/**
 * The element that a view shows as a preview, which is loaded when it is needed. A part that does not come although it was asked for twice
 * is most often of a release that the service no longer has: the view then says so, and keeps what was entered over a reload of the page.
 */
export class PreviewController implements ReactiveController {
  isLost = false
  readonly #host: ApiHost & { readonly context: SignedInContext }
  readonly #name: string
  readonly #import: () => Promise<unknown>

  /** `name` tells what is kept of one view from that of another. */
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

  /** Loads the page again; what is kept is there for {@link take} after it. */
  reload(kept: unknown): void {
    try {
      sessionStorage.setItem(this.#key(), JSON.stringify(kept))
    } catch {
      // Full or forbidden: what was entered is lost, the page is not.
    }
    location.reload()
  }

  /** What was kept over the last reload, once; null where nothing was. It comes from the browser's storage: it is checked by whoever reads it. */
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
