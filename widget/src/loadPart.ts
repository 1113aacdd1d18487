/**
 * Loads a part of the element that a payment needs, and retries once. A part that fails to load while the browser is online usually belongs
 * to a release that the service no longer serves. Every element on the page then asks the payer to reload the page.
 */
export async function loadPart<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    const part = await load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      return load()
    })
    tell(lost.filter((other) => other !== name))
    return part
  } catch (error) {
    if (navigator.onLine) tell([...lost, name])
    throw error
  }
}

/** Returns whether the page must be reloaded for the payment to continue. */
export function isPartLost(): boolean {
  return lost.length > 0
}

/** Calls `listener` when `isPartLost` changes. Returns a function that stops the callbacks. */
export function onLostPart(listener: () => void): () => void {
  listeners = [...listeners, listener]
  return () => {
    listeners = listeners.filter((other) => other !== listener)
  }
}

const RETRY_MS = 500
/** The parts that this page requested twice without success. */
let lost: readonly string[] = []
let listeners: readonly (() => void)[] = []

function tell(next: readonly string[]): void {
  if (next.length === lost.length) return
  lost = next
  for (const listener of listeners) listener()
}
