/**
 * Returns whether this is a phone's or tablet's browser, which cannot scan a code and can open apps, at any width of its window. An iPad
 * identifies as a Mac, and no Mac has a touch screen.
 */
export function isMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  if (/Android|iPhone|iPad/i.test(userAgent)) return true
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1
}
