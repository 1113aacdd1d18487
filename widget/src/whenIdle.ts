/** Runs a function once the page is idle, at the latest after two seconds. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 200)
}
