/**
 * Returns whether this is a phone's or tablet's browser, which cannot scan a code and can open apps, at any width of its window. An iPad
 * identifies as a Mac, and an Android tablet that requests desktop pages as a Linux computer; fingers operate both. A Windows tablet has no
 * wallet apps.
 */
export function isMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  if (/Android|iPhone|iPad/i.test(userAgent)) return true
  if (/Windows/.test(userAgent) || maxTouchPoints < 2) return false
  return /Macintosh/.test(userAgent) || matchMedia('(pointer: coarse)').matches
}
