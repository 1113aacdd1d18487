import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit'
import type { FlowContext, LocalState } from './viewContext.ts'

/** What of the display's state is the element's own business. */
export type LocalStateHost = ReactiveControllerHost & {
  /** Moves the focus to the first match in the shadow tree once the next update is done. */
  focusAfterUpdate(selector: string): void
  leave(event: Event): void
  warmUp(): void
}

/** Keeps what was copied, what is asked and what is open. Nothing here is about money. */
export class LocalStateController implements LocalState, ReactiveController {
  copied: string | null = null
  isDiscardAsked = false
  isLogoBroken = false
  details: ((context: FlowContext) => TemplateResult) | null = null
  readonly #host: LocalStateHost
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: LocalStateHost) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer)
  }

  copy = (key: string, value: string): void => {
    navigator.clipboard.writeText(value).then(
      () => {
        this.copied = key
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => {
          this.copied = null
          this.#host.requestUpdate()
        }, COPIED_MS)
        this.#host.requestUpdate()
      },
      () => {}, // The page may not write the clipboard: the text is there to select.
    )
  }

  askDiscard = (isAsked: boolean): void => {
    this.isDiscardAsked = isAsked
    this.#host.requestUpdate()
    this.#host.focusAfterUpdate(isAsked ? '#confirm-title' : '#heading')
  }

  openDetails = (): void => {
    import('./review/renderDetails.ts').then(
      ({ renderDetails }) => {
        this.details = renderDetails
        this.#host.requestUpdate()
      },
      () => {}, // Details are a help: the check that counts has been made before.
    )
  }

  dropLogo = (): void => {
    this.isLogoBroken = true
    this.#host.requestUpdate()
  }

  leave = (event: Event): void => this.#host.leave(event)
  warmUp = (): void => this.#host.warmUp()
}

const COPIED_MS = 2_000
