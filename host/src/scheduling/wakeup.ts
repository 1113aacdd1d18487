/**
 * Notifies a waiting loop that there is work. A notification without a waiting loop is kept until the next wait, so a
 * hint that arrives during a run is not lost. It is only a hint: loops also poll.
 */
export type Wakeup = {
  notify(): void
  /** Calls back at the next notification (at once when one is kept); returns how to stop waiting. */
  onNotify(callback: () => void): () => void
}

/** Creates a wake-up for one waiting loop. */
export function createWakeup(): Wakeup {
  let waiting: (() => void) | null = null
  let isKept = false
  return {
    notify() {
      const callback = waiting
      if (callback === null) {
        isKept = true
        return
      }
      waiting = null
      callback()
    },
    onNotify(callback) {
      if (isKept) {
        isKept = false
        queueMicrotask(callback)
        return () => {}
      }
      waiting = callback
      return () => {
        if (waiting === callback) waiting = null
      }
    },
  }
}
