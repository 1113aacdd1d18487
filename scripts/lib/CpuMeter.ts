import { readdirSync, readFileSync } from 'node:fs'

/**
 * The fields of `/proc/self/stat` after the name in brackets: user and system time, of the process and its ended children (proc(5), 14–17).
 */
const FIRST_TIME = 11
const PARENT = 1
const STARTED_AT = 19
const TICKS_PER_SECOND = 100
const INTERVAL_MS = 2_000

/** A process at the last look at which it existed. */
type Seen = {
  readonly pid: number
  readonly parent: number
  readonly startedAt: string
  /** Processor seconds of the process, and of its children that ended before it. */
  readonly own: number
  readonly ofChildren: number
  readonly look: number
}

/**
 * Measures the processor time of this process and its descendants. The kernel adds a process to its parent only if the parent outlives it,
 * so the meter looks at all processes every two seconds. It misses what an orphan, such as a browser's helper, uses after the last look.
 */
export class CpuMeter implements Disposable {
  readonly #known = new Map<string, Seen>()
  readonly #timer: NodeJS.Timeout
  #looks = 0

  constructor(intervalMs: number = INTERVAL_MS) {
    this.#look()
    this.#timer = setInterval(() => this.#look(), intervalMs)
    this.#timer.unref()
  }

  /** Returns the processor time so far, in seconds; null if there is no `/proc`. */
  readSeconds(): number | null {
    this.#look()
    return this.#known.size === 0 ? null : sumSeconds([...this.#known.values()])
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    this.#looks += 1
    const all = new Map(listProcesses(this.#looks).map((one) => [one.pid, one]))
    const isOwn = (one: Seen | undefined): boolean =>
      one !== undefined &&
      (one.pid === process.pid || this.#known.has(nameOf(one)) || isOwn(all.get(one.parent)))
    for (const one of all.values()) if (isOwn(one)) this.#known.set(nameOf(one), one)
  }
}

/**
 * Adds up the processes' own times. A process's time of ended children also contains children that no look has seen; those that a look has
 * seen count only once.
 */
export function sumSeconds(processes: readonly Seen[]): number {
  const byParent = Map.groupBy(processes, ({ parent }) => parent)
  return processes.reduce((sum, { pid, own, ofChildren, look }) => {
    const ended = (byParent.get(pid) ?? []).filter((child) => child.look < look)
    const seen = ended.reduce((total, child) => total + child.own + child.ofChildren, 0)
    return sum + own + Math.max(0, ofChildren - seen)
  }, 0)
}

/** Returns the processor seconds of a process and its ended children. The name may itself contain spaces and brackets. */
export function sumTimes(stat: string): number {
  const [own, ofChildren] = readTimes(fieldsOf(stat))
  return own + ofChildren
}

/** Process ids are used again, but not with the same time of start. */
function nameOf({ pid, startedAt }: Seen): string {
  return `${pid} ${startedAt}`
}

function listProcesses(look: number): Seen[] {
  return list('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : null
    if (stat === null) return []
    const fields = fieldsOf(stat)
    const [own, ofChildren] = readTimes(fields)
    const startedAt = fields[STARTED_AT] ?? 'unknown'
    const parent = Number(fields[PARENT])
    return [{ pid: Number(name), parent, startedAt, own, ofChildren, look }]
  })
}

function fieldsOf(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readTimes(fields: readonly string[]): readonly [own: number, ofChildren: number] {
  const [user = 0, system = 0, ofUser = 0, ofSystem = 0] = fields
    .slice(FIRST_TIME, FIRST_TIME + 4)
    .map((ticks) => Number(ticks) / TICKS_PER_SECOND)
  return [user + system, ofUser + ofSystem]
}

/** Only Linux has this folder. */
function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** A process may end before its file is read. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
