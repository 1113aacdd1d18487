import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'

/** A simulated process: its timers fire, and its calls return, only while it runs. */
export type Process = {
  readonly name: string
  /** `dead` is final: no code in a dead process runs again. */
  state: 'running' | 'paused' | 'dead'
  /** Functions to call when a paused process resumes. */
  readonly waiting: (() => void)[]
}

/** A world's clock and timers. Real time, real timers and real randomness do not reach the code under test. */
export type VirtualTime = Disposable & {
  /** Milliseconds since the start of the world: the monotonic clock of every process. */
  elapsedMs(): number
  /** Runs `fn`, and everything that it starts, as a process. */
  runAs<T>(process: Process, fn: () => T): T
  /** Advances time at once: every timer that became due fires once, in order, as after a machine wakes from sleep. */
  jump(ms: number): Promise<void>
  /** Advances time timer by timer. */
  flow(ms: number): Promise<void>
  /** Resolves when the process may run again; never for a dead process. */
  gate(process: Process): Promise<void>
  /** Resolves after `ms` of virtual time, once the calling process runs. */
  rest(ms: number): Promise<void>
  pause(process: Process): void
  resume(process: Process): void
  kill(process: Process): void
}

type Timer = { atMs: number; order: number; fn: () => void; owner: Process | null }

const realSetImmediate = setImmediate

/**
 * Waits until all promises that can settle now have settled; some host code yields through
 * `setImmediate`.
 */
export async function settlePromises(): Promise<void> {
  await new Promise<void>((resolve) => realSetImmediate(resolve))
  await new Promise<void>((resolve) => realSetImmediate(resolve))
}

/**
 * Replaces the timers, the monotonic clock and the randomness of this process until it is disposed.
 * `unit` is in [0, 1).
 */
export function installVirtualTime(startMs: number, unit: () => number): VirtualTime {
  const current = new AsyncLocalStorage<Process>()
  let nowMs = 0
  let order = 0
  let timers: Timer[] = []

  const add = (fn: () => void, ms: number): Timer => {
    order += 1
    const delayMs = Number.isFinite(ms) ? Math.max(0, ms) : 0
    const timer = { atMs: nowMs + delayMs, order, fn, owner: current.getStore() ?? null }
    timers.push(timer)
    return timer
  }
  const remove = (timer: Timer) => {
    const at = timers.indexOf(timer)
    if (at !== -1) timers.splice(at, 1)
  }
  const restore = patchGlobals({ add, remove, nowMs: () => nowMs, startMs, unit })
  const isReady = ({ owner }: Timer) => owner === null || owner.state === 'running'

  function nextDue(limitMs: number, lastOrder: number): Timer | null {
    let next: Timer | null = null
    for (const timer of timers) {
      if (timer.atMs > limitMs || timer.order > lastOrder || !isReady(timer)) continue
      if (next === null || timer.atMs < next.atMs) next = timer
      else if (timer.atMs === next.atMs && timer.order < next.order) next = timer
    }
    return next
  }

  async function fire(timer: Timer): Promise<void> {
    remove(timer)
    if (timer.owner === null) timer.fn()
    else current.run(timer.owner, timer.fn)
    await settlePromises()
  }

  const time: VirtualTime = {
    elapsedMs: () => nowMs,
    runAs: (process, fn) => current.run(process, fn),
    async jump(ms) {
      nowMs += ms
      const lastOrder = order
      await settlePromises()
      for (;;) {
        const timer = nextDue(nowMs, lastOrder)
        if (timer === null) return
        await fire(timer)
      }
    },
    async flow(ms) {
      const untilMs = nowMs + ms
      await settlePromises()
      for (;;) {
        const timer = nextDue(untilMs, Number.POSITIVE_INFINITY)
        if (timer === null) break
        nowMs = Math.max(nowMs, timer.atMs)
        await fire(timer)
      }
      nowMs = Math.max(nowMs, untilMs)
    },
    gate(process) {
      if (process.state === 'running') return Promise.resolve()
      return new Promise((resolve) => {
        if (process.state === 'paused') process.waiting.push(resolve)
      })
    },
    rest: (ms) => new Promise((resolve) => void add(resolve, ms)),
    pause(process) {
      if (process.state === 'running') process.state = 'paused'
    },
    resume(process) {
      if (process.state !== 'paused') return
      process.state = 'running'
      for (const resolve of process.waiting.splice(0)) resolve()
    },
    kill(process) {
      process.state = 'dead'
      process.waiting.length = 0
      timers = timers.filter(({ owner }) => owner !== process)
    },
    [Symbol.dispose]: restore,
  }
  return time
}

/** The members of Node's timers that the host uses. */
class VirtualTimeout {
  readonly #cancel: () => void

  constructor(cancel: () => void) {
    this.#cancel = cancel
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return false
  }
  close(): void {
    this.#cancel()
  }
}

type Clock = {
  add(fn: () => void, ms: number): Timer
  remove(timer: Timer): void
  nowMs(): number
  startMs: number
  unit(): number
}

/** Returns a function that restores the real functions. */
function patchGlobals({ add, remove, nowMs, startMs, unit }: Clock): () => void {
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    rest: timersPromises.setTimeout,
    now: Date.now,
    unit: Math.random,
  }
  const startTimeout = (fn: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const timer = add(() => fn(...args), ms)
    return new VirtualTimeout(() => remove(timer))
  }
  const startInterval = (fn: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const again = (): void => {
      timer = add(again, ms)
      fn(...args)
    }
    let timer = add(again, ms)
    return new VirtualTimeout(() => remove(timer))
  }
  const stop = (timer: unknown) => {
    if (timer instanceof VirtualTimeout) timer.close()
  }
  const restPromise = (ms = 0, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const timer = add(() => resolve(value), ms)
      signal?.addEventListener('abort', () => {
        remove(timer)
        reject(signal.reason)
      })
    })
  Object.assign(globalThis, {
    setTimeout: startTimeout,
    clearTimeout: stop,
    setInterval: startInterval,
    clearInterval: stop,
  })
  Object.defineProperty(performance, 'now', { value: nowMs, configurable: true, writable: true })
  Object.assign(Date, { now: () => startMs + Math.floor(nowMs()) })
  Object.assign(Math, { random: unit })
  Object.assign(timersPromises, { setTimeout: restPromise })
  syncBuiltinESMExports()
  return () => {
    const { setTimeout, clearTimeout, setInterval, clearInterval } = real
    Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval })
    Reflect.deleteProperty(performance, 'now')
    Object.assign(Date, { now: real.now })
    Object.assign(Math, { random: real.unit })
    Object.assign(timersPromises, { setTimeout: real.rest })
    syncBuiltinESMExports()
  }
}
