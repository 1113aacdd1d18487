import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishedExceptions } from './publishedExceptions.ts'

/**
 * Runs after a full run, with the folder that `recordPublished` has written. Fails if one of the exceptions was needed by no response. Also
 * fails if the guide to compatibility lists an operation as served, and no test called it with success.
 */
const [folder = ''] = process.argv.slice(2)
const seen = new Set(
  readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')),
)
const guide = readFileSync(new URL('../../docs/guides/compatibility.md', import.meta.url), 'utf8')
const served = [...guide.matchAll(/^\| `(\S+ \S+)` \| yes \|$/gm)].flatMap(([, name = '']) => name)
const problems = [
  ...publishedExceptions
    .flatMap(({ lines }) => lines)
    .filter((line) => !seen.has(line))
    .map((line) => `No response has this exception of publishedExceptions.ts: ${line}`),
  ...served
    .filter((name) => !seen.has(name))
    .map((name) => `The guide lists this operation as served, but no test calls it: ${name}`),
]
for (const problem of problems) console.error(problem)
if (served.length === 0) problems.push('The guide lists no operation as served.')
process.exitCode = problems.length === 0 ? 0 : 1
