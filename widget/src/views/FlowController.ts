import { adoptStyles, type ReactiveController, type ReactiveElement } from 'lit'
import type { LanguageController } from '../text/LanguageController.ts'
import type { TextOverrides } from '../text/text.ts'
import type { Flow } from './flow.ts'

/** Loads the later screens once, when they are near, and keeps trying while the network does not give them. */
export class FlowController implements ReactiveController {
  readonly #host: ReactiveElement
  readonly #language: Pick<LanguageController, 'flowText'>
  #module: typeof import('./flow.ts') | null = null
  #loading: Promise<void> | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  constructor(host: ReactiveElement, language: Pick<LanguageController, 'flowText'>) {
    this.#host = host
    this.#language = language
    host.addController(this)
  }

  /** The flow in the present language; null until it has come. */
  find(overrides: TextOverrides | null): Flow | null {
    return this.#module?.createFlow(this.#language.flowText, overrides) ?? null
  }

  /** Repeating it is harmless. Resolves when the flow has come or the present try has failed; never rejects. */
  load(): Promise<void> {
    this.#loading ??= import('./flow.ts').then(
      (module) => this.#take(module),
      () => this.#retryLater(),
    )
    return this.#loading
  }

  hostDisconnected(): void {
    clearTimeout(this.#retry)
  }

  #take(module: typeof import('./flow.ts')): void {
    this.#module = module
    const { elementStyles } = this.#host.constructor as typeof ReactiveElement // a Lit element's class is one
    if (this.#host.shadowRoot) {
      adoptStyles(this.#host.shadowRoot, [...elementStyles, ...module.flowSheets])
    }
    this.#host.requestUpdate()
  }

  #retryLater(): void {
    this.#loading = null
    this.#failures += 1
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** this.#failures, LONGEST_DELAY_MS)
    this.#retry = setTimeout(() => this.load(), delayMs)
  }
}

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 10_000
