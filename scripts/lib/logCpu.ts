import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import { sumTimes } from './CpuMeter.ts'

/**
 * Runs before each suite. When `CPU_LOG` names a file, this module appends one line of JSON per suite. The line has the processor
 * seconds of the suite's worker, those spent on loading modules, and those of the processes that the worker started.
 */
const log = process.env['CPU_LOG']

if (log !== undefined) {
  const before = readTimes()
  let loaded = before
  beforeAll(() => {
    loaded = readTimes()
  })
  afterAll(() => {
    const after = readTimes()
    const row = {
      file: expect.getState().testPath,
      database: process.env['TEST_DATABASE'],
      own: after.own - before.own,
      load: loaded.own - before.own,
      children: after.children - before.children,
    }
    appendFileSync(log, `${JSON.stringify(row)}\n`)
  })
}

/** Returns the processor seconds that this process and its descendants have used so far. */
function readTimes(): { own: number; children: number } {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1_000_000
  const stats = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map<number, number>()
  const times = new Map<number, number>()
  for (const name of stats) {
    const stat = readStat(name)
    if (stat === null) continue
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    times.set(Number(name), sumTimes(stat))
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === process.pid || isBelow(parents.get(pid)))
  const all = [...times].reduce((sum, [pid, seconds]) => sum + (isBelow(pid) ? seconds : 0), 0)
  return { own, children: all - own }
}

/** A process may end before its file is read. */
function readStat(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
}
