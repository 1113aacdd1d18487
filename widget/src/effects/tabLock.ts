/** The other tab's reply when this one requests the payment. */
export type YieldAnswer = 'released' | 'signing'

/** The lock of one payment among this browser's tabs. */
export type TabLock = {
  /** Resolves with false when another tab holds the lock. Idempotent while this tab holds it. */
  acquire(): Promise<boolean>
  release(): void
  isHeld(): boolean
  isHeldElsewhere(): Promise<boolean>
  /** Queries the tab that holds the lock; `silent` when none replies before the timeout. */
  askFor(signal: AbortSignal): Promise<YieldAnswer | 'silent'>
  /** Notifies the other tabs that the attempt advanced. */
  announce(): void
  dispose(): void
}

/** The page's features that the lock needs. */
export type TabLockOptions = {
  readonly token: string
  readonly tabId: string
  readonly now: () => number
  /** The browser's Web Locks; null if it has none, as outside a secure context. */
  readonly locks: LockManager | null
  /** Throws if the browser rejects storage. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** A channel to the other tabs; null if the browser has no such channels. */
  readonly channel: BroadcastChannel | null
  /**
   * Called when another tab requests the payment: releases it if possible and returns the result. Null if this tab holds nothing to
   * release.
   */
  readonly onAsked: () => Promise<YieldAnswer | null>
  /** Called when the attempt advanced in another tab. */
  readonly onChanged: () => void
}

const HEARTBEAT_MS = 2_000
/** A tab that missed three heartbeats counts as closed. */
const EXPIRY_MS = 3 * HEARTBEAT_MS
const ANSWER_TIMEOUT_MS = 1_500

/**
 * Allows only one tab at a time to pay: with a Web Lock, which the browser releases when the tab closes. Without Web Locks, the
 * lock is a line in localStorage with a heartbeat. That lock is weaker, because two tabs may write at the same instant; the
 * service's lease backs it.
 */
export function createTabLock(options: TabLockOptions): TabLock {
  const { locks, channel } = options
  const held = locks === null ? createStorageLock(options) : createWebLock(options, locks)
  const answers = new Set<(answer: YieldAnswer) => void>()
  let isOver = false

  function onMessage({ data }: MessageEvent<unknown>): void {
    if (data === 'changed') options.onChanged()
    if (data === 'released' || data === 'signing') for (const answer of answers) answer(data)
    if (data === 'ask') void reply()
  }
  async function reply(): Promise<void> {
    const answer = await options.onAsked()
    if (answer !== null) channel?.postMessage(answer)
  }
  channel?.addEventListener('message', onMessage)

  return {
    ...held,
    async acquire() {
      const isTaken = await held.acquire()
      if (!isOver) return isTaken
      // The lock was acquired after the element was removed, and no later call would release it.
      held.release()
      return false
    },
    async askFor(signal) {
      if (channel === null) return 'silent'
      const { promise, resolve } = Promise.withResolvers<YieldAnswer | 'silent'>()
      const timer = setTimeout(() => resolve('silent'), ANSWER_TIMEOUT_MS)
      signal.addEventListener('abort', () => resolve('silent'), { once: true })
      answers.add(resolve)
      channel.postMessage('ask')
      return promise.finally(() => {
        clearTimeout(timer)
        answers.delete(resolve)
      })
    },
    announce: () => channel?.postMessage('changed'),
    dispose() {
      isOver = true
      held.release()
      channel?.removeEventListener('message', onMessage)
      channel?.close()
    },
  }
}

type Held = Pick<TabLock, 'acquire' | 'release' | 'isHeld' | 'isHeldElsewhere'>

function createWebLock({ token }: Pick<TabLockOptions, 'token'>, locks: LockManager): Held {
  const name = `secure-payment:${token}`
  let free: (() => void) | null = null

  return {
    acquire() {
      if (free !== null) return Promise.resolve(true)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const request = locks.request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        if (lock === null) return
        const hold = Promise.withResolvers<void>()
        free = hold.resolve
        return hold.promise
      })
      request.catch(() => resolve(false))
      return promise
    },
    release() {
      free?.()
      free = null
    },
    isHeld: () => free !== null,
    async isHeldElsewhere() {
      if (free !== null) return false
      const { held = [] } = await locks.query()
      return held.some((lock) => lock.name === name)
    },
  }
}

function createStorageLock(options: TabLockOptions): Held {
  const { token, tabId, now } = options
  const key = `secure-payment:lock:${token}`
  let timer: ReturnType<typeof setInterval> | null = null

  function owner(): string | null {
    try {
      const [id, until] = (options.storage().getItem(key) ?? '').split(' ')
      return id !== undefined && id !== '' && Number(until) > now() ? id : null
    } catch {
      return null
    }
  }
  function beat(): void {
    try {
      options.storage().setItem(key, `${tabId} ${now() + EXPIRY_MS}`)
    } catch {
      // Without storage, the service's lease is the only lock.
    }
  }

  return {
    async acquire() {
      const current = owner()
      if (current !== null && current !== tabId) return false
      beat()
      // Another tab may have written at the same instant: the last write wins.
      await Promise.resolve()
      const after = owner()
      if (after !== null && after !== tabId) return false
      timer ??= setInterval(beat, HEARTBEAT_MS)
      return true
    },
    release() {
      if (timer === null) return
      clearInterval(timer)
      timer = null
      if (owner() === tabId) options.storage().removeItem(key)
    },
    isHeld: () => timer !== null,
    async isHeldElsewhere() {
      const current = owner()
      return current !== null && current !== tabId
    },
  }
}
