/**
 * Prevents the page behind from scrolling, without a layout shift: the hidden scroll bar's space stays reserved. Uses a separate sheet, so
 * that several dialogs' locks, including those of other versions, can end in any order. Returns a function that ends the lock.
 */
export function lockScroll(document: Document): () => void {
  const view = document.defaultView
  const Sheet = Reflect.get(view ?? {}, 'CSSStyleSheet')
  if (!view || typeof Sheet !== 'function') return () => {}
  const hasBar = view.innerWidth > document.documentElement.clientWidth
  const sheet: CSSStyleSheet = Reflect.construct(Sheet, [])
  sheet.replaceSync(
    `html{overflow:hidden!important${hasBar ? ';scrollbar-gutter:stable!important' : ''}}`,
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}
