import type { ReactiveController, ReactiveElement } from 'lit'
import { en } from './en.ts'
import { findLocale } from './findLocale.ts'
import { createFormat, type Format } from './format.ts'
import {
  type EntryText,
  type Locale,
  overrideText,
  type RareText,
  type TextOverrides,
} from './text.ts'

/**
 * Controls an element's language: its own `lang`, otherwise its nearest ancestor's (including outside shadow trees), otherwise
 * English. Follows changes on the element and on the document. The displayed language remains until the next locale has loaded; a
 * locale that fails to load is replaced by English.
 */
export class LanguageController implements ReactiveController {
  text: EntryText = en
  /** The sentences of a language other than English; null for English. */
  locale: Locale | null = null
  format: Format = createFormat('en')
  /** Whether rendering waits for the first locale to load, for at most two seconds. */
  isWaiting = false
  readonly #host: ReactiveElement
  #observer: MutationObserver | null = null
  #wanted = 'en'

  constructor(host: ReactiveElement) {
    this.#host = host
    host.addController(this)
  }

  /**
   * Returns one subject's sentences in this language, or the English ones without a translation. The page's overrides replace single
   * sentences.
   */
  say<K extends keyof RareText>(
    key: K,
    english: RareText[K],
    overrides: TextOverrides | null,
  ): RareText[K] {
    return overrideText(this.locale?.[key] ?? english, overrides?.[key])
  }

  hostConnected(): void {
    this.#observer = new MutationObserver(() => this.#follow())
    const options = { attributes: true, attributeFilter: ['lang'] }
    this.#observer.observe(this.#host, options)
    this.#observer.observe(document.documentElement, options)
    this.#follow()
  }

  hostDisconnected(): void {
    this.#observer?.disconnect()
    this.#observer = null
  }

  #follow(): void {
    const language = findLanguage(this.#host) || 'en'
    if (language === this.#wanted) return
    this.#wanted = language
    const load = findLocale(language)
    // Falls back to English if the locale does not load.
    const fail = (): void => this.#take(language, null)
    if (!load) {
      fail()
      return
    }
    this.isWaiting = !this.#host.hasUpdated
    if (this.isWaiting) setTimeout(() => this.isWaiting && fail(), LONGEST_WAIT_MS)
    load().then((locale) => this.#take(language, locale), fail)
  }

  #take(language: string, locale: Locale | null): void {
    if (language !== this.#wanted) return
    this.isWaiting = false
    this.locale = locale
    this.text = locale?.words ?? en
    // Numbers and times are parts of sentences, so English sentences get English formats.
    this.format = createFormat(locale || /^en\b/i.test(language) ? language : 'en')
    this.#host.requestUpdate()
  }
}

const LONGEST_WAIT_MS = 2_000

function findLanguage(start: Element): string | null {
  let element: Element | null = start
  while (element) {
    const holder: Element | null = element.closest('[lang]')
    if (holder) return holder.getAttribute('lang')
    const root: Node = element.getRootNode()
    element = root instanceof ShadowRoot ? root.host : null
  }
  return null
}
