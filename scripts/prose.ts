import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { DOCUMENTS, EXCEPTIONS, LONG, RULES } from './lib/proseRules.ts'

/** Returns the rules in CONTRIBUTING.md that the files break, each with its places; an empty list if they break none. */
export function measureProse(files: readonly { path: string; text: string }[]): string[] {
  const lines = files.flatMap(({ path, text }) => {
    const prose = path.endsWith('.md') ? withoutCode(text) : text.split('\n').map(readComment)
    return prose.map((line, index) => ({ line, place: `  ${path}:${index + 1} ${line.trim()}` }))
  })
  const words = lines.reduce((sum, { line }) => sum + countWords(line), 0)
  const broken = RULES.flatMap(([rule, limit]) => {
    const found = lines.flatMap(({ line, place }) => Array.from(line.matchAll(rule), () => place))
    const rate = (found.length / words) * 10_000
    return rate > limit
      ? [`${rate.toFixed(1)} of ${limit} per 10,000 words: ${rule}`, ...found]
      : []
  })
  return [...broken, ...files.filter(({ path }) => DOCUMENTS.test(path)).flatMap(findLongSentences)]
}

function findLongSentences({ path, text }: { path: string; text: string }): string[] {
  const body = withoutCode(text).filter((line) => !/^\s*(\||#|[-*] )/.test(line))
  const counts = body
    .join(' ')
    .split(/(?<=[.!?])\s+/)
    .map(countWords)
    .filter((count) => count > 2)
  const long = counts.filter((count) => count > LONG.words).length
  if (counts.length <= 10 || long <= counts.length * LONG.share) return []
  return [`${long} of ${counts.length} sentences have more than ${LONG.words} words: ${path}`]
}

/** Blanks the code blocks in a document. The lines of the blocks stay, so that the other lines keep their numbers. */
function withoutCode(text: string): string[] {
  return text.replaceAll(/```[\s\S]*?```/g, (code) => code.replaceAll(/[^\n]/g, '')).split('\n')
}

function readComment(line: string): string {
  const [, comment = ''] = /^\s*(?:\/\/|\/\*\*?|\*)\s?(.*?)(?:\*\/)?$/.exec(line) ?? []
  const [, , name = ''] = /\b(?:it|test|describe)(?:\.\w+)?\(\s*(['"`])(.*?)\1/.exec(line) ?? []
  return `${comment}\n${name}`
}

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0
}

if (import.meta.main) {
  const paths = execFileSync('git', [
    'ls-files',
    '*.md',
    '*.ts',
    '*.tsx',
    '*.mjs',
    '*.sol',
    '*.css',
  ])
  const files = paths
    .toString()
    .trim()
    .split('\n')
    .filter((path) => !EXCEPTIONS.some((one) => one.test(path)))
  const broken = measureProse(files.map((path) => ({ path, text: readFileSync(path, 'utf8') })))
  for (const line of broken) console.error(line)
  process.exitCode = broken.length > 0 ? 1 : 0
}
