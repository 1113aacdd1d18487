/**
 * Notifies a waiting loop that there is work. If no loop waits, a notification is kept until the next wait, so none is lost during a
 * run. A notification is only a hint, because loops also poll.
 */
export type Wakeup = {
  notify(): void
  /** Calls back at the next notification (immediately if one is kept); returns a function that stops the wait. */
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
