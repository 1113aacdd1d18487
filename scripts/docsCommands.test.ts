import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../packages/cli/src/commands/commands.ts'

const ROOT = join(import.meta.dirname, '..')
const scripts = execFileSync('git', ['ls-files', 'package.json', '*/package.json'], { cwd: ROOT })
  .toString()
  .trim()
  .split('\n')
  .flatMap((file) => Object.keys(JSON.parse(readFileSync(join(ROOT, file), 'utf8')).scripts ?? {}))
/** npm runs these scripts without `run`. */
const SHORT = ['start', 'test']

/** Workflows, templates and the dev container: they also run commands. */
const AUTOMATION = ['.ci', '.github', '.devcontainer']

const docs = execFileSync('git', ['ls-files', '*.md', '.env.example', ...AUTOMATION], { cwd: ROOT })
  .toString()
  .trim()
  .split('\n')
  .filter((file) => file !== 'CHANGELOG.md')
const lines = docs.flatMap((file) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ text, place: `${file}:${index + 1}` })),
)

/** Returns the texts in the docs that match the first group of a pattern, each with its place. */
function find(pattern: RegExp): [string, string][] {
  return lines.flatMap(({ text, place }) =>
    [...text.matchAll(pattern)].map(([, found = '']): [string, string] => [found, place]),
  )
}

/** Returns whether the operator's command line has a command: a case of its switch, or a method of the data commands. */
function isCommand(name: string, source: string): boolean {
  return source.includes(`case '${name}':`) || new RegExp(`async '?${name}'?\\(`).test(source)
}

describe('The commands in the docs', () => {
  it('the commands in the docs name only scripts in a package.json', () => {
    const named = find(/npm run (?:--silent |-s )?([\w:-]+)/g)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(([name]) => !scripts.includes(name))).toEqual([])
    expect(SHORT.filter((name) => !scripts.includes(name))).toEqual([])
  })

  it('the commands in the docs name only commands that the operator’s command line has', () => {
    const files = ['host/src/cli.ts', 'host/src/dataCommands.ts']
    const source = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join()
    const named = find(/npm run (?:--silent |-s )?cli -- ([\w-]+)/g)
    expect(named.map(([name]) => name)).toContain('reseal')
    expect(named.filter(([name]) => !isCommand(name, source))).toEqual([])
  })

  it('the commands in the docs name only commands and flags of secure-payment', () => {
    const paths = commands.map(({ path }) => path)
    const named = find(/(?:^|[`(])(?:source <\()?secure-payment ([a-z][a-z-]*(?: [a-z][a-z-]*)?)/g)
    expect(named.length).toBeGreaterThan(15)
    const isCommand = (words: string) =>
      paths.includes(words) || paths.includes(words.split(' ')[0] ?? '')
    expect(named.filter(([words]) => !isCommand(words))).toEqual([])
    const lines = find(/(?:^|[`(])(secure-payment [a-z][^`#|]*)/g)
    const flags = new Set(commands.flatMap((one) => one.flags.map(({ name }) => name)))
    const used = lines.flatMap(([line, place]) =>
      [...line.matchAll(/ --([a-z-]+)/g)].map(([, flag = '']) => [flag, place] as const),
    )
    const known = (flag: string) =>
      flags.has(flag) || ['json', 'host', 'profile', 'help'].includes(flag)
    expect(used.filter(([flag]) => !known(flag))).toEqual([])
  })

  it('the commands in the docs start every source file with the condition that it needs', () => {
    expect(find(/(?<!source )(host\/src\/(?:cli|main)\.ts) \w/g)).toEqual([])
    expect(find(/(npx playwright test)/g)).toEqual([])
  })

  it('no automation file names a registry, so that a mirror in npm’s settings serves each install', () => {
    const own = lines.filter(({ place }) => AUTOMATION.some((folder) => place.startsWith(folder)))
    expect(own.length).toBeGreaterThan(100)
    expect(own.filter(({ text }) => /registry|npmjs/i.test(text))).toEqual([])
  })

  it('the commands in the docs name only test files and folders that exist', () => {
    const named = find(
      /(?:vitest run|run stories --) [^`]*?((?:tests|host|packages|widget)\/[\w./-]+)/g,
    )
    expect(named.length).toBeGreaterThan(5)
    const isThere = (path: string) =>
      ['', '.test.ts', '.ts'].some((ending) => existsSync(join(ROOT, path + ending)))
    expect(named.filter(([path]) => !isThere(path))).toEqual([])
  })
})
