import type { CSSResult, ReactiveElement } from 'lit'

/** The style sheets that arrived in lazy chunks, by element. */
export const added = new WeakMap<ReactiveElement, Set<CSSResult>>()

/** Adds style sheets to an element, after its class's sheets; idempotent. */
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

/** Copies an element's style sheets into the window of its current document. */
export function renewSheets(host: ReactiveElement): void {
  import('./copySheets.ts').then(
    ({ copySheets }) => copySheets(host, added.get(host) ?? []),
    reportError,
  )
}
