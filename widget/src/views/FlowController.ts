import type { CSSResult, ReactiveController, ReactiveElement } from 'lit'
import { loadPart, onLostPart } from '../loadPart.ts'
import { addSheets } from '../styles/sheets.ts'
import type { LanguageController } from '../text/LanguageController.ts'
import type { PayoutText, TextOverrides } from '../text/text.ts'
import type { Flow, TronScreens } from './flow.ts'

/** Loads the later screens once, when the payer is near them, and retries while the network fails. */
export class FlowController implements ReactiveController {
  readonly #host: ReactiveElement
  readonly #language: Pick<LanguageController, 'locale'>
  readonly #loadTron: () => Promise<TronScreens>
  #module: typeof import('./flow.ts') | null = null
  /** The text of payouts: a separate chunk, which loads for payouts only. */
  #payout: PayoutText | null = null
  /** Whether the part belongs to a payment or to a payout. */
  readonly #loading = new Map<boolean, Promise<void>>()
  /** The members of the element that the flow's screens use. */
  readonly #more = {
    receipt: () => this.loadReceipt(),
    tron: () => this.#loadTron(),
    style: (sheets: readonly CSSResult[]) => addSheets(this.#host, sheets),
    update: () => this.#host.requestUpdate(),
  }
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #unwatch: () => void = () => {}

  constructor(
    host: ReactiveElement,
    language: Pick<LanguageController, 'locale'>,
    loadTron: () => Promise<TronScreens>,
  ) {
    this.#host = host
    this.#language = language
    this.#loadTron = loadTron
    host.addController(this)
  }

  /** The flow of a payment or a payout in the current language; null until it is loaded. */
  find(overrides: TextOverrides | null, isPayout: boolean): Flow | null {
    const payout = isPayout ? this.#payout : null
    if (isPayout && !payout) return null
    return this.#module?.createFlow(this.#language.locale, overrides, payout, this.#more) ?? null
  }

  /** Idempotent. Resolves when the flow is loaded or the current attempt has failed; never rejects. */
  load(isPayout: boolean): Promise<void> {
    const loading =
      this.#loading.get(isPayout) ??
      loadPart('flow', () =>
        Promise.all([import('./flow.ts'), isPayout ? import('../text/enPayout.ts') : null]),
      ).then(
        ([module, words]) => this.#take(module, words?.enPayout ?? null),
        () => this.#retryLater(isPayout),
      )
    this.#loading.set(isPayout, loading)
    return loading
  }

  /** The screen and the receipt of a paid payment. Rejects when they do not load. */
  loadReceipt(): Promise<typeof import('./succeeded/receipt.ts')> {
    return loadPart('receipt', () => import('./succeeded/receipt.ts'))
  }

  /** A part that fails to load fails for every element on the page. */
  hostConnected(): void {
    this.#unwatch = onLostPart(this.#more.update)
  }

  hostDisconnected(): void {
    this.#unwatch()
    clearTimeout(this.#retry)
  }

  #take(module: typeof import('./flow.ts'), payout: PayoutText | null): void {
    this.#module = module
    this.#payout ??= payout
    addSheets(this.#host, module.flowSheets)
    this.#host.requestUpdate()
  }

  #retryLater(isPayout: boolean): void {
    this.#loading.delete(isPayout)
    this.#failures += 1
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** this.#failures, LONGEST_DELAY_MS)
    this.#retry = setTimeout(() => this.load(isPayout), delayMs)
  }
}

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 10_000
