/// <reference types="@vitest/browser-playwright" />
import { cdp } from 'vitest/browser'

/** Waits for a macrotask: from then on, the element treats its removal as final, not as a move in the page. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Forces a garbage collection. */
export async function collectGarbage(): Promise<void> {
  await cdp().send('HeapProfiler.collectGarbage')
}

/** Restores the functions that the watches replaced; call it after each test. */
export function stopWatching(): void {
  for (const restore of replaced.splice(0)) restore()
}

const replaced: (() => void)[] = []

/** Replaces a function without a spy, because a spy would keep its arguments. */
function replace(
  target: object,
  name: string,
  make: (own: (...args: unknown[]) => unknown) => unknown,
) {
  const own: unknown = Reflect.get(target, name)
  if (typeof own !== 'function') throw new TypeError(`There is no ${name}.`)
  Reflect.set(
    target,
    name,
    make((...args) => Reflect.apply(own, target, args)),
  )
  replaced.push(() => Reflect.set(target, name, own))
}

/** Counts the listeners on window and document that were added and neither removed nor aborted. */
export function watchListeners() {
  const open = new Map<number, string>()
  const ids = new WeakMap<object, number>()
  let next = 0
  for (const target of [window, document]) {
    replace(target, 'addEventListener', (add) => (...args: unknown[]) => {
      add(...args)
      const [type, listener, options] = args
      if (typeof listener !== 'function') return
      next += 1
      const id = next
      ids.set(listener, id)
      open.set(id, String(type))
      const { signal } = Object(options)
      if (signal instanceof AbortSignal) signal.addEventListener('abort', () => open.delete(id))
    })
    replace(target, 'removeEventListener', (remove) => (...args: unknown[]) => {
      remove(...args)
      open.delete(ids.get(Object(args[1])) ?? 0)
    })
  }
  return { list: () => [...open.values()].sort() }
}

/** Counts the pending timers of one second or more. */
export function watchTimers() {
  const open = new Set<unknown>()
  replace(window, 'setTimeout', (set) => (...args: unknown[]) => {
    const [run, ms] = args
    const done = () => {
      open.delete(timer)
      if (typeof run === 'function') run()
    }
    const timer = set(done, ms)
    if (Number(ms) >= 1_000) open.add(timer)
    return timer
  })
  replace(window, 'clearTimeout', (clear) => (...args: unknown[]) => {
    open.delete(args[0])
    clear(...args)
  })
  return { count: () => open.size }
}
