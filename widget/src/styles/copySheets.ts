import type { CSSResult, ReactiveElement } from 'lit'

/**
 * Gives an element in another window copies of its class's sheets and of `more`: a document accepts only sheets
 * that its own window created.
 */
export function copySheets(host: ReactiveElement, more: Iterable<CSSResult>): void {
  const Sheet = Reflect.get(host.ownerDocument.defaultView ?? {}, 'CSSStyleSheet')
  if (!host.shadowRoot || typeof Sheet !== 'function') return
  const { elementStyles } = host.constructor as typeof ReactiveElement // a Lit element's class is one
  host.shadowRoot.adoptedStyleSheets = [...elementStyles, ...more].map((style) => {
    const sheet: CSSStyleSheet = Reflect.construct(Sheet, [])
    sheet.replaceSync(String(style))
    return sheet
  })
}
