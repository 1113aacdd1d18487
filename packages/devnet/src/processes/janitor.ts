import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'

/*
 * The program behind startJanitor. Reads lines such as `+ pid 123` and `+ path /p` from its standard input. `-` releases a process or a
 * path that `+` added; `!` kills the process or removes the path at once. At the end of the input, the program kills and removes all that
 * remain.
 */
const guarded = new Map<string, () => void>()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

for await (const line of createInterface({ input: process.stdin })) {
  const [, sign, kind, value = ''] = /^([+!-]) (pid|path) (.+)$/.exec(line) ?? []
  const key = `${kind} ${value}`
  if (sign === '!') guarded.get(key)?.()
  if (sign === '-' || sign === '!') guarded.delete(key)
  if (sign === '+')
    guarded.set(key, kind === 'pid' ? () => kill(Number(value)) : () => remove(value))
}

for (const cleanUp of guarded.values()) cleanUp()

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}
