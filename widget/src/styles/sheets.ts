import type { CSSResult, ReactiveElement } from 'lit'

/** Sheets that came with chunks, by the element that has them. */
const added = new WeakMap<ReactiveElement, Set<CSSResult>>()

/** Gives an element more style sheets, behind those of its class; repeating it is harmless. */
export function addSheets(host: ReactiveElement, sheets: readonly CSSResult[]): void {
  const all = added.get(host) ?? new Set()
  added.set(host, all)
  for (const sheet of sheets) all.add(sheet)
  const adopted = host.shadowRoot?.adoptedStyleSheets
  for (const { styleSheet } of all) {
    if (styleSheet && adopted && !adopted.includes(styleSheet)) adopted.push(styleSheet)
  }
}

/** A document takes only sheets that were made in its own window: an element that comes from another gets copies. */
export function copySheets(host: ReactiveElement): void {
  const Sheet = Reflect.get(host.ownerDocument.defaultView ?? {}, 'CSSStyleSheet')
  if (!host.shadowRoot || typeof Sheet !== 'function') return
  const { elementStyles } = host.constructor as typeof ReactiveElement // a Lit element's class is one
  host.shadowRoot.adoptedStyleSheets = [...elementStyles, ...(added.get(host) ?? [])].map(
    (style) => {
      const sheet: CSSStyleSheet = Reflect.construct(Sheet, [])
      sheet.replaceSync(String(style))
      return sheet
    },
  )
}
