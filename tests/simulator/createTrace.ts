import type { VirtualTime } from './virtualTime.ts'

/** A world's events. */
export type Trace = {
  readonly lines: readonly string[]
  note(text: string): void
  /** Adds a statement to the hash; a detailed trace also stores the statement as a line. */
  statement(host: string, text: string, outcome: string): void
  hash(): string
}

const FNV_PRIME = 0x01000193
const FNV_BASIS = 0x811c9dc5

/** Starts empty. */
export function createTrace(time: VirtualTime, isDetailed: boolean): Trace {
  const lines: string[] = []
  let hash = FNV_BASIS
  const add = (text: string) => {
    for (let at = 0; at < text.length; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
    }
  }
  const note = (text: string) => {
    const line = `${formatTime(time.elapsedMs())} ${text.trimEnd()}`
    lines.push(line)
    if (!text.startsWith('{')) add(line)
  }
  return {
    lines,
    note,
    statement(host, text, outcome) {
      add(`${time.elapsedMs()} ${host} ${text.length} ${outcome}`)
      if (isDetailed) lines.push(`${formatTime(time.elapsedMs())} ${host}: ${text} -> ${outcome}`)
    },
    hash: () => (hash >>> 0).toString(16),
  }
}

function formatTime(ms: number): string {
  const days = Math.floor(ms / 86_400_000)
  const rest = new Date(ms % 86_400_000).toISOString().slice('YYYY-MM-DDT'.length, -1)
  return `day ${days} ${rest}`
}
