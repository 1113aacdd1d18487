/**
 * Keeps the page behind from scrolling, without moving anything in it: where a scroll bar goes, its place stays. Done by a sheet of
 * its own, so that locks of several dialogs, of other versions too, end in any order. Returns how to end it.
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
