import { randomUUID } from 'node:crypto'
import { create } from './createLoad.ts'

/** Creates payments at a fixed rate; each call is repeated once at another host. Disposing stops the load. */
export type PacedLoad = AsyncDisposable & {
  /** Waits for the calls in progress, and returns the created payments, the repeated calls, and the statuses of both attempts of failed calls. */
  count(): Promise<{ created: number; repeated: number; failed: readonly string[] }>
}

/** Starts the load on the hosts that `urls` returns at each call. */
export function createPacedLoad(urls: () => readonly string[], perSecond: number): PacedLoad {
  const name = randomUUID()
  const open = new Set<Promise<void>>()
  const failed: string[] = []
  let number = 0
  let created = 0
  let repeated = 0

  async function call(index: number): Promise<void> {
    const key = `paced-${name}-${index}`
    const first = await create(urlAt(index), key)
    if (first.status !== 201) {
      repeated += 1
      const second = await create(urlAt(index + 1), key)
      if (second.status !== 201) return void failed.push(`${first.status}, then ${second.status}`)
    }
    created += 1
  }
  function urlAt(index: number): string {
    const known = urls()
    return known[index % known.length] ?? ''
  }
  const timer = setInterval(() => {
    number += 1
    const running: Promise<void> = call(number).finally(() => open.delete(running))
    open.add(running)
  }, 1_000 / perSecond)
  return {
    async count() {
      await Promise.all(open)
      return { created, repeated, failed: [...failed] }
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await Promise.all(open)
    },
  }
}
