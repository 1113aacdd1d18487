import type { CSSResult, ReactiveElement } from 'lit'

/**
 * A document accepts only sheets that were created in its own window. An element from another window gets copies of
 * its class's sheets and of `more`.
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
