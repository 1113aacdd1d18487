import type {
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
  TestStep,
} from '@playwright/test/reporter'
import { ROWS } from './rows.ts'

/**
 * Counts the matrix rows that passed stories cover. With `WALLET_MATRIX=whole` in the environment, as in a run of all stories, a row
 * without such a story fails the run.
 */
class MatrixReporter implements Reporter {
  readonly #told: string[] = []

  onBegin(_config: unknown, _suite: Suite): void {
    this.#told.length = 0
  }

  onTestEnd(test: TestCase, { status, steps }: TestResult): void {
    if (status !== 'passed') return
    const story = test.titlePath().filter(Boolean).join(' › ')
    const own = steps.filter(({ category }: TestStep) => category === 'test.step')
    this.#told.push(story, ...own.map(({ title }) => `${story} › ${title}`))
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    const rows = Object.entries(ROWS)
    const missing = rows.filter(([, words]) => !this.#told.some((story) => words.test(story)))
    console.log(`\nWallet matrix: ${rows.length - missing.length} of ${rows.length} rows ran.`)
    if (process.env['WALLET_MATRIX'] !== 'whole' || missing.length === 0) return undefined
    console.log(`Without a story that passed: ${missing.map(([row]) => row).join('; ')}`)
    return { status: 'failed' }
  }

  printsToStdio(): boolean {
    return false
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter from the default export of its file.
export default MatrixReporter
