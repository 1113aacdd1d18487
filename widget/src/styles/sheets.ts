import type { CSSResult, ReactiveElement } from 'lit'

/** Sheets that loaded with chunks, by the element that has them. */
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

/** Applies an element's sheets again if it is in a document other than this one. */
export function renewSheets(host: ReactiveElement): void {
  import('./copySheets.ts').then(
    ({ copySheets }) => copySheets(host, added.get(host) ?? []),
    reportError,
  )
}
