import type { ReactiveController, ReactiveElement } from 'lit'
import { en } from './en.ts'
import { findLocale } from './findLocale.ts'
import { createFormat, type Format } from './format.ts'
import { type EntryText, type Locale, overrideText } from './text.ts'
import { unpackText } from './unpackText.ts'

/**
 * The language of an element: its own `lang`, otherwise that of the nearest ancestor (including outside shadow
 * trees), otherwise English. Follows changes on the element and on the document. The displayed language remains until
 * the next one's locale is loaded; where none loads, it is English.
 */
export class LanguageController implements ReactiveController {
  text: EntryText = en
  /** All sentences of a language other than English; null in English. */
  locale: Locale | null = null
  format: Format = createFormat('en')
  /** Replaces some of the element's sentences with the page's own, for chunks that cannot share the code itself. */
  readonly override = overrideText
  /** Nothing should render yet: the first locale is loading. Ends after two seconds at the latest. */
  isWaiting = false
  readonly #host: ReactiveElement
  #observer: MutationObserver | null = null
  #wanted = 'en'

  constructor(host: ReactiveElement) {
    this.#host = host
    host.addController(this)
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
    // A locale that does not load falls back to English.
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
    this.text = locale ? { ...en, ...unpackText(en, locale.words, 0) } : en
    // Numbers and times are part of sentences: of English ones where there is no locale.
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
