/**
 * Returns whether this is a phone's browser, which cannot scan a code and can open apps. Tablets that identify as desktops
 * count as desktops.
 */
export function isMobile(): boolean {
  return /Android|iPhone|iPad/i.test(navigator.userAgent)
}
