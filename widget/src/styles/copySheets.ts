import type { CSSResult, ReactiveElement } from 'lit'

/**
 * A document takes only sheets that were made in its own window: an element that comes from another gets copies, of those of its class
 * and of `more`.
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
