import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { RESULT_FILE } from './ResultReporter.ts'
import { readPlaywright, readVitest, tellFailure } from './testResults.ts'

it('readVitest reports each failure of a run: tests, hooks, files that do not load and uncaught errors', () => {
  const folder = makeFolder()
  writeFileSync(
    join(folder, 'a.test.mjs'),
    `it('adds', () => {})
     it('subtracts', () => expect(1).toBe(2))
     describe('a group', () => {
       beforeAll(() => { throw new Error('no database') })
       it('is not run', () => {})
     })
     it('leaves a timer', () => new Promise((resolve) => {
       setTimeout(() => { resolve(); throw new Error('too late') }, 5)
     }))`,
  )
  writeFileSync(join(folder, 'b.test.mjs'), "import './missing.mjs'")
  const file = join(folder, 'result.json')
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
  const reporter = join(import.meta.dirname, 'ResultReporter.ts')
  const args = [vitest, 'run', '--globals', `--root=${folder}`, `--reporter=${reporter}`]
  const env = { ...process.env, [RESULT_FILE]: file }
  const { status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  expect(status).toBe(1)

  const { passed, failed, failures } = readVitest('suites', file, 1)
  expect({ passed, failed }).toEqual({ passed: 2, failed: 4 })
  const heads = failures.map((failure) => failure.split('\n').slice(0, 2).join('\n'))
  expect(heads.sort()).toEqual([
    ' › a.test.mjs › a group\n    Error: no database',
    expect.stringMatching(/^ › a\.test\.mjs › subtracts\n {4}AssertionError: expected 1 to be 2/),
    expect.stringMatching(/^ › b\.test\.mjs\n {4}Error: Cannot find module '\.\/missing\.mjs'/),
    'not caught\n    Error: too late',
  ])
})

it('readPlaywright reports each failed story, in any group, and counts one that passed at the second attempt', () => {
  const story = (title: string, ok: boolean, messages: string[]) => ({
    title,
    file: 'pay.spec.ts',
    ok,
    tests: [{ results: [{ errors: messages.map((message) => ({ message })) }] }],
  })
  const group = { specs: [story('pays once', false, ['It paid twice.'])] }
  const file = write({
    stats: { expected: 3, unexpected: 1, flaky: 1 },
    errors: [],
    suites: [{ specs: [story('pays', true, [])], suites: [group] }],
  })
  expect(readPlaywright('stories', file, 1)).toEqual({
    passed: 3,
    failed: 2,
    failures: ['pay.spec.ts › pays once\n    It paid twice.'],
  })
})

it('readVitest and readPlaywright count a failed run without a counted failure as one failure', () => {
  const missing = join(tmpdir(), 'no-such-result.json')
  const broken = { passed: 0, failed: 1, failures: ['run: ended without results, exit code 7'] }
  expect(readVitest('run', missing, 7)).toEqual(broken)
  expect(readPlaywright('run', missing, 7)).toEqual(broken)

  const stats = { expected: 0, unexpected: 0, flaky: 0 }
  const refused = write({ stats, suites: [], errors: [{ message: 'A spec does not load.' }] })
  expect(readPlaywright('run', refused, 1)).toEqual({
    passed: 0,
    failed: 1,
    failures: ['run\n    A spec does not load.'],
  })
  const silent = write({ passed: 5, failed: 0, failures: [] })
  expect(readVitest('run', silent, 0)).toEqual({ passed: 5, failed: 0, failures: [] })
  expect(readVitest('run', silent, 1)).toEqual({
    passed: 5,
    failed: 1,
    failures: ['run: exit code 1, see its log above'],
  })
})

it('tellFailure reports the first lines of a failure, without the runner’s frames', () => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`)
  lines.splice(1, 0, '    at run (file:///somewhere/node_modules/vitest/run.js:1:1)')
  expect(tellFailure('here', [lines.join('\n')]).split('\n')).toEqual([
    'here',
    ...Array.from({ length: 12 }, (_, line) => `    line ${line}`),
  ])
})

function write(report: unknown): string {
  const file = join(makeFolder(), 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'results-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
