import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import { type Result, tellFailure } from './testResults.ts'

/** The variable with the path of the file that `ResultReporter` writes. */
export const RESULT_FILE = 'VITEST_RESULT_FILE'

/**
 * Writes the counts of a Vitest run as a `Result`, and each failure with its project. Failed tests, failed group hooks, files that do not
 * load and uncaught errors count as failures.
 */
class ResultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env[RESULT_FILE]
    if (file === undefined) throw new Error(`${RESULT_FILE} is not set.`)
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const failed = tests.filter((test) => test.result().state === 'failed')
    const broken = modules
      .flatMap((module) => [module, ...module.children.allSuites()])
      .filter((group) => group.errors().length > 0)
    const result: Result = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failed.length + broken.length + unhandled.length,
      failures: [
        ...failed.map((test) => tell(test, test.result().errors)),
        ...broken.map((group) => tell(group, group.errors())),
        ...unhandled.map((error) => tellFailure('not caught', messagesOf([error]))),
      ],
    }
    writeFileSync(file, JSON.stringify(result))
  }
}

// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter from the default export of its file.
export default ResultReporter

function tell(
  item: TestCase | TestSuite | TestModule,
  errors: readonly SerializedError[] | undefined,
): string {
  const module = item.type === 'module' ? item : item.module
  const names = item.type === 'module' ? [] : [item.fullName]
  const where = [module.project.name, module.relativeModuleId, ...names].join(' › ')
  return tellFailure(where, messagesOf(errors ?? []))
}

function messagesOf(errors: readonly SerializedError[]): string[] {
  return errors.map(({ message, stack }) => stack ?? message)
}
