import { isServer, type ReactiveController, type ReactiveElement, type TemplateResult } from 'lit'
import { loadPart } from '../loadPart.ts'
import { addSheets } from '../styles/sheets.ts'
import type { Flow } from '../views/flow.ts'
import type { ViewContext } from '../views/viewContext.ts'
import type { Dialog } from './createDialog.ts'

/** The members of the element that a dialog uses. */
export type DialogHost = ReactiveElement & {
  readonly mode: string
  open: boolean
  show(): void
  hide(): void
}

/**
 * In the modes `modal` and `button`: loads the dialog and passes the element's lifecycle to it. Inline, nothing
 * loads.
 */
export class DialogController implements ReactiveController {
  readonly #host: DialogHost
  #dialog: Dialog | null = null
  #isLoading = false
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(host: DialogHost) {
    this.#host = host
    host.addController(this)
  }

  /** Whether the element is shown in a dialog. */
  get isWanted(): boolean {
    return this.#host.mode === 'modal' || this.#host.mode === 'button'
  }

  /** The card in its dialog; null until it is loaded. */
  render(card: TemplateResult, context: ViewContext, flow: Flow | null): TemplateResult | null {
    this.#load()
    return this.#dialog?.render(card, context, flow) ?? null
  }

  /** Whether closing may proceed: the payer first sees a notice about a waiting wallet. */
  mayHide(): boolean {
    return this.#dialog?.mayHide() ?? true
  }

  /** An element that returns to the page opens its dialog again. */
  hostConnected(): void {
    if (this.#host.hasUpdated && this.isWanted) this.#host.requestUpdate()
  }

  hostUpdated(): void {
    if (this.isWanted) this.#dialog?.follow()
    else this.#dialog?.release()
  }

  hostDisconnected(): void {
    clearTimeout(this.#retry)
    this.#dialog?.release()
  }

  #load(): void {
    if (isServer || this.#dialog || this.#isLoading) return
    this.#isLoading = true
    loadPart('dialog', () => import('./createDialog.ts')).then(
      ({ createDialog, dialogStyles }) => {
        this.#dialog = createDialog(this.#host)
        addSheets(this.#host, [dialogStyles])
        this.#host.requestUpdate()
      },
      () => {
        this.#isLoading = false
        this.#retry = setTimeout(() => this.#host.requestUpdate(), RETRY_MS)
      },
    )
  }
}

/** The delay before a failed dialog chunk is requested again. */
const RETRY_MS = 1_000
