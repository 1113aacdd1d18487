import type { CSSResult, ReactiveController, ReactiveElement } from 'lit'
import { loadPart, onLostPart } from '../loadPart.ts'
import { addSheets } from '../styles/sheets.ts'
import type { LanguageController } from '../text/LanguageController.ts'
import type { FlowText, TextOverrides } from '../text/text.ts'
import type { Flow, PayoutWords } from './flow.ts'
import type { Purpose } from './payment.ts'

type Language = Pick<LanguageController, 'locale' | 'isWaiting'>

/** Loads the later screens once, shortly before the payer needs them, and retries while the network fails. */
export class FlowController implements ReactiveController {
  readonly #host: ReactiveElement
  readonly #language: Language
  #module: typeof import('./flow.ts') | null = null
  /** The text of payouts and of refunds, in two chunks that load only when needed. */
  readonly #words: Partial<Record<Purpose, PayoutWords>> = {}
  readonly #loading = new Map<Purpose, Promise<void>>()
  /** The members of the element that the flow's screens use. */
  readonly #more = {
    receipt: () => this.loadReceipt(),
    style: (sheets: readonly CSSResult[]) => addSheets(this.#host, sheets),
    update: () => this.#host.requestUpdate(),
  }
  #english: FlowText | null = null
  #loadingEnglish: Promise<void> | null = null
  /** The text on screen; null until it has loaded. */
  #text: FlowText | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #unwatch: () => void = () => {}

  constructor(host: ReactiveElement, language: Language) {
    this.#host = host
    this.#language = language
    host.addController(this)
  }

  /** Returns the payment's flow in the current language; null until it has loaded. */
  find(overrides: TextOverrides | null, purpose: Purpose): Flow | null {
    const words = this.#words[purpose]
    const { locale } = this.#language
    const text = locale?.words ?? this.#english
    if (words && !text) void this.#loadEnglish()
    // After a change to English, the previous language remains until the English text has loaded.
    this.#text = text ?? this.#text
    if (!words || !this.#text) return null
    return this.#module?.createFlow(this.#text, locale, overrides, words, this.#more) ?? null
  }

  /** Idempotent. Resolves when the flow is loaded or the current attempt has failed; never rejects. */
  load(purpose: Purpose): Promise<void> {
    const loading =
      this.#loading.get(purpose) ??
      loadPart('flow', () =>
        Promise.all([
          import('./flow.ts'),
          purpose === 'payment' ? null : import('../text/enPayout.ts'),
          purpose === 'refund' ? import('./payout/refundLink.ts') : null,
          this.#language.locale || this.#language.isWaiting ? null : this.#loadEnglish(),
        ]),
      ).then(
        ([module, words, refund]) => {
          this.#words[purpose] = { payout: words?.enPayout ?? null, refund }
          this.#take(module)
        },
        () => this.#retryLater(purpose),
      )
    this.#loading.set(purpose, loading)
    return loading
  }

  /**
   * Loads the English text of the flow, which payers of other languages do not need. Resolves once the text is loaded, or has failed to
   * load.
   */
  #loadEnglish(): Promise<void> {
    this.#loadingEnglish ??= loadPart('english', () => import('../text/enFlow.ts')).then(
      ({ enFlow }) => {
        this.#english = enFlow
        this.#host.requestUpdate()
      },
      () => {
        this.#retry = setTimeout(() => {
          this.#loadingEnglish = null
          this.#host.requestUpdate()
        }, FIRST_DELAY_MS)
      },
    )
    return this.#loadingEnglish
  }

  /** Loads the screen and the receipt of a paid payment. Rejects if they do not load. */
  loadReceipt(): Promise<typeof import('./succeeded/receipt.ts')> {
    return loadPart('receipt', () => import('./succeeded/receipt.ts'))
  }

  /** Updates this element when a part fails to load, because all elements on a page share the parts. */
  hostConnected(): void {
    this.#unwatch = onLostPart(this.#more.update)
  }

  hostDisconnected(): void {
    this.#unwatch()
    clearTimeout(this.#retry)
  }

  #take(module: typeof import('./flow.ts')): void {
    this.#module = module
    addSheets(this.#host, module.flowSheets)
    this.#host.requestUpdate()
  }

  #retryLater(purpose: Purpose): void {
    this.#loading.delete(purpose)
    this.#failures += 1
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** this.#failures, LONGEST_DELAY_MS)
    this.#retry = setTimeout(() => this.load(purpose), delayMs)
  }
}

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 10_000
