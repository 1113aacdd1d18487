import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readPlaywright, readVitest } from './testResults.ts'

it('tells each failed test of Vitest with its file and the first lines of its message', () => {
  const message = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  const file = write({
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        message: '',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          { fullName: 'subtracts', status: 'failed', failureMessages: [message] },
        ],
      },
    ],
  })
  const result = readVitest('suites', file, 1)
  expect(result).toMatchObject({ passed: 7, failed: 1 })
  expect(result.failures).toHaveLength(1)
  expect(result.failures[0]).toMatch(/^a\.test\.ts › subtracts\n {4}line 0\n/)
  expect(result.failures[0]?.split('\n')).toHaveLength(13)
})

it('counts a run of Vitest that fails without a failed test as one failure', () => {
  const suite = {
    name: 'a.test.ts',
    status: 'failed',
    message: 'no such file',
    assertionResults: [],
  }
  const unloaded = write({ numPassedTests: 7, numFailedTests: 0, testResults: [suite] })
  expect(readVitest('suites', unloaded, 1)).toEqual({
    passed: 7,
    failed: 1,
    failures: ['a.test.ts › suites\n    no such file'],
  })
  const unhandled = write({ numPassedTests: 7, numFailedTests: 0, testResults: [] })
  expect(readVitest('suites', unhandled, 1)).toEqual({
    passed: 7,
    failed: 1,
    failures: ['suites: exit code 1, see its log above'],
  })
})

it('tells each failed story of Playwright, in whatever group it is, and counts one that passed at the second try', () => {
  const story = (title: string, ok: boolean, messages: string[]) => ({
    title,
    file: 'pay.spec.ts',
    ok,
    tests: [{ results: [{ errors: messages.map((message) => ({ message })) }] }],
  })
  const file = write({
    stats: { expected: 3, unexpected: 1, flaky: 1 },
    errors: [],
    suites: [
      {
        specs: [story('pays', true, [])],
        suites: [{ specs: [story('pays once', false, ['It paid twice.'])] }],
      },
    ],
  })
  expect(readPlaywright('stories', file, 1)).toEqual({
    passed: 3,
    failed: 2,
    failures: ['pay.spec.ts › pays once\n    It paid twice.'],
  })
})

it('counts a run that wrote no results, or could not begin, as one failure', () => {
  const missing = join(tmpdir(), 'no-such-results.json')
  const broken = { passed: 0, failed: 1, failures: ['stories: ended without results'] }
  expect(readPlaywright('stories', missing, 0)).toEqual(broken)
  expect(readVitest('stories', missing, 0)).toEqual(broken)
  const stats = { expected: 0, unexpected: 0, flaky: 0 }
  const refused = write({ stats, suites: [], errors: [{ message: 'A spec does not load.' }] })
  expect(readPlaywright('stories', refused, 1).failures).toEqual([
    'stories\n    A spec does not load.',
  ])
})

function write(report: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'results-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}
