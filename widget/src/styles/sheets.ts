import type { CSSResult, ReactiveElement } from 'lit'

/** Sheets that came with chunks, by the element that has them. */
export const added = new WeakMap<ReactiveElement, Set<CSSResult>>()

/** Gives an element more style sheets, behind those of its class; repeating it is harmless. */
export function addSheets(host: ReactiveElement, sheets: readonly CSSResult[]): void {
  const all = added.get(host) ?? new Set()
  added.set(host, all)
  for (const sheet of sheets) all.add(sheet)
  if (host.ownerDocument !== document) {
    renewSheets(host)
    return
  }
  const adopted = host.shadowRoot?.adoptedStyleSheets
  for (const { styleSheet } of all) {
    if (styleSheet && adopted && !adopted.includes(styleSheet)) adopted.push(styleSheet)
  }
}

/** Puts an element's sheets on anew, where another document than this one is around it. */
export function renewSheets(host: ReactiveElement): void {
  import('./copySheets.ts').then(
    ({ copySheets }) => copySheets(host, added.get(host) ?? []),
    reportError,
  )
}
