/** Whether this is a phone's browser, where a code cannot be scanned and apps can be opened. Tablets that say they are desktops are taken at their word. */
export function isMobile(): boolean {
  return /Android|iPhone|iPad/i.test(navigator.userAgent)
}
