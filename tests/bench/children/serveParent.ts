import type { Answer, Calls } from '../support/startChild.ts'

/** The processor time since this process started, and the memory that it uses now. */
export type Usage = { cpuUs: number; rssBytes: number }

/**
 * Handles the calls from the bench that forked this process, and ends the process when that bench ends. `stop` releases the process's
 * resources.
 */
export function serveParent<C extends Calls>(calls: C, stop?: () => Promise<void>): C {
  process.on('message', (call: { id: number; name: string; input: never[] }) => {
    void answer(calls, call)
  })
  process.once('disconnect', () => {
    Promise.resolve(stop?.()).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
  process.send?.({ id: 0 } satisfies Answer)
  return calls
}

/** Returns the processor time and memory of this process. */
export function readUsage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpuUs: user + system, rssBytes: process.memoryUsage.rss() }
}

async function answer(
  calls: Calls,
  { id, name, input }: { id: number; name: string; input: never[] },
): Promise<void> {
  try {
    const result = await calls[name]?.(...input)
    process.send?.({ id, result } satisfies Answer)
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) })
  }
}
