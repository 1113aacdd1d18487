/**
 * One line in localStorage per token: "this device has an open attempt". It decides whether the store's chunk loads with the page; the
 * store itself holds the record.
 */
export type Hint = {
  /**
   * Returns null if there is no attempt; `unknown` when the page may not read the storage, so that the store must be queried.
   */
  read(token: string): string | null
  write(token: string, attemptId: string | null): void
}

const PREFIX = 'secure-payment:attempt:'

/** If the browser rejects storage, `read` returns `unknown` and `write` does nothing. */
export function createHint(find: () => Storage): Hint {
  return {
    read(token) {
      try {
        return find().getItem(PREFIX + token)
      } catch {
        return 'unknown'
      }
    },
    write(token, attemptId) {
      try {
        if (attemptId === null) find().removeItem(PREFIX + token)
        else find().setItem(PREFIX + token, attemptId)
      } catch {
        // Without the hint, every load queries the store.
      }
    },
  }
}
