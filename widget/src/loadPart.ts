/**
 * Loads a part of the element that a payment needs, and asks once more where it does not come. What does not come while the browser is
 * online is most often of a release that the service no longer has: every element of the page then asks the payer to load it again.
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

/** Whether the page cannot go on with the payment until it is loaded again. */
export function isPartLost(): boolean {
  return lost.length > 0
}

/** Calls back when that changes. Returns how to stop. */
export function onLostPart(listener: () => void): () => void {
  listeners = [...listeners, listener]
  return () => {
    listeners = listeners.filter((other) => other !== listener)
  }
}

const RETRY_MS = 500
/** Parts that this page asked for twice and did not get. */
let lost: readonly string[] = []
let listeners: readonly (() => void)[] = []

function tell(next: readonly string[]): void {
  if (next.length === lost.length) return
  lost = next
  for (const listener of listeners) listener()
}
