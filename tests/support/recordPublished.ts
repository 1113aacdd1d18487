import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from './callApi.ts'
import { findDifferences, findPublished } from './publishedCheck.ts'
import { publishedExceptions } from './publishedExceptions.ts'

const expected = new Set(publishedExceptions.flatMap(({ lines }) => lines))
const recorded = new Set<string>()
const folder = process.env['COLLECT_PUBLISHED']

/**
 * Compares a response with Request Network's document. During a full run, stores the operations that succeeded and the exceptions that
 * responses needed, for `checkPublished.ts`.
 *
 * @throws Error if the response has a difference that is not an exception
 */
export function recordPublished(method: string, path: string, answer: Answer): void {
  const name = findPublished(method, path)
  if (name === null) return
  if (answer.status < 300) record(name)
  const differences = findDifferences(method, path, answer)
  for (const line of differences) record(line)
  const unexpected = differences.filter((line) => !expected.has(line))
  if (unexpected.length === 0) return
  throw new Error(
    `The response differs from Request Network's document:\n${unexpected.join('\n')}\n${answer.text}`,
  )
}

/** Appends a line once per process; workers write different files. */
function record(line: string): void {
  if (folder === undefined || recorded.has(line)) return
  recorded.add(line)
  appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`)
}
