import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { en } from './en.ts'
import { createFormat, type Format } from './format.ts'
import { type EntryText, type FlowText, findLocale } from './text.ts'

/**
 * The language of an element: its own `lang`, else that of the nearest ancestor (out of shadow trees too), else English. Follows
 * changes on the element and on the document. Until a locale's module has come, English stands in.
 */
export class LanguageController implements ReactiveController {
  text: EntryText = en
  /** What the locale has for the later screens; null in English. */
  flowText: Partial<FlowText> | null = null
  format: Format = createFormat('en')
  language = 'en'
  readonly #host: ReactiveControllerHost & HTMLElement
  #observer: MutationObserver | null = null

  constructor(host: ReactiveControllerHost & HTMLElement) {
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
    if (language === this.language) return
    this.language = language
    this.format = createFormat(language)
    this.text = en
    this.flowText = null
    this.#host.requestUpdate()
    const locale = findLocale(language)
    if (!locale) return
    Promise.all([locale.entry(), locale.flow()]).then(
      ([entry, flow]) => {
        if (language !== this.language) return
        this.text = { ...en, ...entry }
        this.flowText = flow
        this.#host.requestUpdate()
      },
      () => {}, // A locale that does not load leaves the sentences that are shown.
    )
  }
}

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
