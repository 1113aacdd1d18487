import type { SerializedConfig } from 'vitest'
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'
import { NONE, type Switch } from './createSwitch.ts'

/** Runs one suite inside a Vitest worker, without a reporter, until the first test fails. */
export class SuiteRunner extends TestRunner {
  /** The full names of the tests that ran, each with its time and the mutants that it reached. */
  readonly tests: RanTest[] = []
  /** The mutants that code reached while the suite loaded. */
  loadHits: readonly number[] = []
  /** The first failure. */
  failure: Failure | null = null
  readonly #options: SuiteOptions
  readonly #startedMs = new Map<string, number>()

  constructor(config: SerializedConfig, worker: TestRunner, options: SuiteOptions) {
    super(config)
    this.#options = options
    // Vitest sets these members on each run's runner, so this runner copies them from the worker's runner.
    for (const key of ['moduleRunner', '_otel']) {
      Object.defineProperty(this, key, { value: Reflect.get(worker, key) })
    }
  }

  onCollected(files: RunnerTestFile[]): void {
    const { mutation, activeId, tests } = this.#options
    for (const file of files) {
      if (file.result?.state === 'fail') this.#fail(file)
      if (tests !== null) keepOnly(file, new Set(tests))
    }
    this.loadHits = mutation.takeHits()
    mutation.activate(activeId)
  }

  override async onBeforeRunSuite(suite: Parameters<TestRunner['onBeforeRunSuite']>[0]) {
    if (this.failure !== null) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }

  override async onBeforeRunTask(test: RunnerTestCase) {
    if (this.failure !== null) test.mode = 'skip'
    this.#startedMs.set(test.id, performance.now())
    this.hookHits.push(...this.#options.mutation.takeHits())
    await super.onBeforeRunTask(test)
  }

  /** Mutants that hooks reached, or that a host reached between two tests. */
  readonly hookHits: number[] = []

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test)
    const ms = performance.now() - (this.#startedMs.get(test.id) ?? 0)
    this.tests.push({ name: nameOf(test), ms, hits: this.#options.mutation.takeHits() })
    if (test.result?.state === 'fail') this.#fail(test)
  }

  override async onAfterRunSuite(suite: Parameters<TestRunner['onAfterRunSuite']>[0]) {
    if (suite.result?.state === 'fail' && suite.result.errors?.length) this.#fail(suite)
    await super.onAfterRunSuite(suite)
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files)
    this.hookHits.push(...this.#options.mutation.takeHits())
    this.#options.mutation.activate(NONE)
  }

  #fail(task: RunnerTask): void {
    const message = task.result?.errors?.[0]?.message ?? 'failed'
    this.failure ??= { test: task.type === 'test' ? nameOf(task) : null, message }
  }
}

/** `tests` are the full names to run, null for all. */
export type SuiteOptions = { mutation: Switch; activeId: number; tests: readonly string[] | null }

/** `test` is null if a hook failed or the suite could not be loaded. */
export type Failure = { test: string | null; message: string }

export type RanTest = { name: string; ms: number; hits: readonly number[] }

/** Skips all other tests, and groups without a wanted test, so that their hooks do not run. */
function keepOnly(task: RunnerTask, wanted: ReadonlySet<string>): boolean {
  const isKept =
    task.type === 'suite'
      ? task.tasks.map((child) => keepOnly(child, wanted)).includes(true)
      : wanted.has(nameOf(task))
  if (!isKept && task.mode !== 'todo') task.mode = 'skip'
  return isKept && task.mode !== 'skip'
}

function nameOf(task: RunnerTask): string {
  const parent = task.suite
  return parent ? `${nameOf(parent)} > ${task.name}` : task.name
}
