import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'

/*
 * The program behind startJanitor. Reads lines `+pid 123`, `-pid 123`, `+dir /path`, `-dir /path` from its standard
 * input; at the end of input it kills and removes what was added and not taken back.
 */
const pids = new Set<number>()
const directories = new Set<string>()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

for await (const line of createInterface({ input: process.stdin })) {
  const value = line.slice('+pid '.length)
  if (line.startsWith('+pid ')) pids.add(Number(value))
  if (line.startsWith('-pid ')) pids.delete(Number(value))
  if (line.startsWith('+dir ')) directories.add(value)
  if (line.startsWith('-dir ')) directories.delete(value)
}

for (const pid of pids) kill(pid)
for (const path of directories) rmSync(path, { recursive: true, force: true, maxRetries: 5 })

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
