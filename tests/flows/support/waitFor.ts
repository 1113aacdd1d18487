import { setTimeout as delay } from 'node:timers/promises'

const STEP_MS = 20

/** Polls until the result is not `null`, or throws after the timeout, with the condition in the message. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | null> | T | null,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== null) return answer
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms for ${what}.`)
    await delay(STEP_MS)
  }
}
