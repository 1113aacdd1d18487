/** Runs a function once the page is idle, or after two seconds at the latest. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 200)
}
