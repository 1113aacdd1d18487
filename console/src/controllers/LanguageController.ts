import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { type ConsoleFormat, createConsoleFormat } from '../createConsoleFormat.ts'
import { en } from '../text/en.ts'
import { findLanguage, type Language } from '../text/languages.ts'
import type { Text } from '../text/text.ts'

const KEY = 'secure-payment-console:language'
const LONGEST_WAIT_MS = 2_000

type LanguageHost = ReactiveControllerHost & { readonly languages: readonly Language[] }

/**
 * Controls the console's language: the choice in this browser, otherwise the first of the browser's languages that the console supports,
 * otherwise English. Only the host reads `text` here: all other elements receive it with the context, so a new choice renders them again.
 */
export class LanguageController implements ReactiveController {
  code = 'en'
  text: Text = en
  format: ConsoleFormat = createConsoleFormat('en')
  /** Whether rendering waits because the first language is loading. The wait ends after at most two seconds. */
  isWaiting = false
  readonly #host: LanguageHost
  readonly #onFailed: () => void
  /** The code of the last requested language; a language that was requested earlier but loads later is dropped. */
  #wanted = 'en'

  /** `onFailed` runs when a chosen language did not load; the displayed language remains. */
  constructor(host: LanguageHost, onFailed: () => void) {
    this.#host = host
    this.#onFailed = onFailed
    host.addController(this)
  }

  hostConnected(): void {
    const { languages } = this.#host
    const preferred = [readStored(), ...navigator.languages].filter((tag) => tag !== null)
    const language = findLanguage(preferred, languages)
    if (language === undefined || language.code === this.code) {
      document.documentElement.lang = this.code
      return
    }
    this.isWaiting = true
    setTimeout(() => this.#endWait(), LONGEST_WAIT_MS)
    // If the language does not load, the console stays in English.
    void this.#show(language)
  }

  /** Shows a language, and stores the choice once it is shown. Ignores an unknown code. */
  async choose(code: string): Promise<void> {
    const language = this.#host.languages.find((one) => one.code === code)
    if (language === undefined) return
    if (await this.#show(language)) store(code)
    else if (this.#wanted === code) this.#onFailed()
  }

  /** Returns whether the language loaded and is shown. */
  async #show({ code, load }: Language): Promise<boolean> {
    this.#wanted = code
    try {
      const text = await load()
      if (this.#wanted !== code) return false
      this.code = code
      this.text = text
      this.format = createConsoleFormat(code)
      return true
    } catch {
      return false
    } finally {
      document.documentElement.lang = this.code
      this.#endWait()
    }
  }

  #endWait(): void {
    this.isWaiting = false
    this.#host.requestUpdate()
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function store(code: string): void {
  try {
    localStorage.setItem(KEY, code)
  } catch {
    // The storage is full or forbidden: the choice lasts until the person leaves the page.
  }
}
