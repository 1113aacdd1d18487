import { setTimeout as delay } from 'node:timers/promises'

const STEP_MS = 20

/** Resolves once the condition holds; rejects after `boundMs`. */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  boundMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + boundMs
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`The condition did not hold within ${boundMs} ms.`)
    await delay(STEP_MS)
  }
}
