import { existsSync, readFileSync } from 'node:fs'

/** The counts for one step in the run, and a few lines about each failure. */
export type Result = { passed: number; failed: number; failures: string[] }

/** The maximum number of lines per failure, enough to see its cause at the end of a long log. */
const MESSAGE_LINES = 12

/** Reads the file that `ResultReporter` wrote for a Vitest run with exit code `status`. */
export function readVitest(name: string, file: string, status: number): Result {
  if (!existsSync(file)) return brokenRun(name, status)
  return explain(name, status, JSON.parse(readFileSync(file, 'utf8')))
}

/** Reads the output of Playwright's JSON reporter; a story that passes at the second attempt counts as failed. */
export function readPlaywright(name: string, file: string, status: number): Result {
  if (!existsSync(file)) return brokenRun(name, status)
  const report: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'))
  const failed = report.suites.flatMap(specsOf).filter((spec) => !spec.ok)
  const { expected, unexpected, flaky } = report.stats
  return explain(name, status, {
    passed: expected,
    failed: unexpected + flaky,
    failures: [
      ...failed.map((spec) =>
        tellFailure(
          `${spec.file} › ${spec.title}`,
          messagesOf(spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors))),
        ),
      ),
      ...report.errors.map((error) => tellFailure(name, messagesOf([error]))),
    ],
  })
}

/** Describes one failure: its place, and the first lines of `messages` without the runner's own frames. */
export function tellFailure(where: string, messages: readonly string[]): string {
  const lines = messages
    .join('\n')
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, MESSAGE_LINES)
  return [where, ...lines.map((line) => `    ${line}`)].join('\n')
}

type PlaywrightError = { message?: string }

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    ok: boolean
    tests: { results: { errors: PlaywrightError[] }[] }[]
  }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
  errors: PlaywrightError[]
}

function specsOf(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

function messagesOf(errors: readonly PlaywrightError[]): string[] {
  return errors.map(({ message }) => message ?? '')
}

function brokenRun(name: string, status: number): Result {
  return { passed: 0, failed: 1, failures: [`${name}: ended without results, exit code ${status}`] }
}

/** Counts a run that fails without any counted failure as one failure. */
function explain(name: string, status: number, result: Result): Result {
  if (status === 0 || result.failed > 0) return result
  const { passed, failures } = result
  const told = failures.length > 0 ? failures : [`${name}: exit code ${status}, see its log above`]
  return { passed, failed: 1, failures: told }
}
