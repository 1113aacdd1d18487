import { existsSync, readFileSync } from 'node:fs'

/** What one step of the run counted, and a few lines on each failure. */
export type Result = { passed: number; failed: number; failures: string[] }

/** Enough of a failure to see its cause at the end of a long log. */
const MESSAGE_LINES = 12

/**
 * Reads what Vitest's JSON reporter wrote. A run that fails without a failed test (an unhandled error, a file that does not
 * load) counts as one failure.
 */
export function readVitest(name: string, file: string, status: number): Result {
  if (!existsSync(file)) return brokenRun(name)
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
  const failures = report.testResults.flatMap((suite) => {
    const failed = suite.assertionResults.filter((test) => test.status === 'failed')
    const tests = failed.map((test) => tell(test.fullName, suite.name, test.failureMessages))
    // What is wrong with the file itself: it does not load, or a hook failed.
    return suite.message === '' ? tests : [...tests, tell(name, suite.name, [suite.message])]
  })
  return count(name, status, report.numPassedTests, report.numFailedTests, failures)
}

/** Reads what Playwright's JSON reporter wrote; a story that passes at the second try counts as failed. */
export function readPlaywright(name: string, file: string, status: number): Result {
  if (!existsSync(file)) return brokenRun(name)
  const report: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'))
  const failures = [
    ...report.suites.flatMap(specsOf).flatMap((spec) =>
      spec.ok
        ? []
        : [
            tell(
              spec.title,
              spec.file,
              spec.tests.flatMap(({ results }) =>
                results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')),
              ),
            ),
          ],
    ),
    ...report.errors.map(({ message }) => tell(name, '', [message ?? ''])),
  ]
  const { expected, unexpected, flaky } = report.stats
  return count(name, status, expected, unexpected + flaky, failures)
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    ok: boolean
    tests: { results: { errors: { message?: string }[] }[] }[]
  }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

function specsOf(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

function brokenRun(name: string): Result {
  return { passed: 0, failed: 1, failures: [`${name}: ended without results`] }
}

function count(
  name: string,
  status: number,
  passed: number,
  failed: number,
  failures: string[],
): Result {
  if (failed > 0 || status === 0) return { passed, failed, failures }
  const told = failures.length > 0 ? failures : [`${name}: exit code ${status}, see its log above`]
  return { passed, failed: 1, failures: told }
}

function tell(test: string, file: string, messages: readonly string[]): string {
  const lines = messages
    .join('\n')
    .trim()
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, MESSAGE_LINES)
  const where = file === '' ? test : `${file} › ${test}`
  return [where, ...lines.map((line) => `    ${line}`)].join('\n')
}
