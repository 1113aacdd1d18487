import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@secure-payment/cli'
import { expect } from 'vitest'
import { createTestIo, type TestIo } from '../../packages/cli/src/testing/createTestIo.ts'

/** The options of one run, other than its arguments. */
type Surroundings = Omit<Parameters<typeof createTestIo>[0], 'configFolder'>

/** The result of a command. */
type Result = { code: number; out: string; err: string; opened: readonly string[] }

/** Runs commands of the CLI in this process, with one configuration folder. */
export type CliRunner = AsyncDisposable & {
  /** The folder of the stored profiles. */
  configFolder: string
  run(argv: readonly string[], surroundings?: Surroundings): Promise<Result>
  /** Runs a command that must succeed, and returns its JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: suites read responses by their documented members.
  json(...argv: readonly string[]): Promise<any>
  /** Starts a command that runs until `stop`, which returns its exit code. */
  start(argv: readonly string[], surroundings?: Surroundings): TestIo & { done(): Promise<number> }
}

/** Creates a runner; with `account`, every run uses that host and key. */
export async function createCliRunner(account?: {
  url: string
  apiKey: string
}): Promise<CliRunner> {
  const configFolder = await mkdtemp(join(tmpdir(), 'cli-'))
  const env: Record<string, string> =
    account === undefined
      ? {}
      : { SECURE_PAYMENT_URL: account.url, SECURE_PAYMENT_API_KEY: account.apiKey }
  const open = (surroundings: Surroundings = {}) =>
    createTestIo({ configFolder, ...surroundings, env: { ...env, ...surroundings.env } })
  const runOnce: CliRunner['run'] = async (argv, surroundings) => {
    const test = open(surroundings)
    const code = await run(argv, test.io)
    return { code, out: test.out(), err: test.err(), opened: test.opened }
  }
  return {
    configFolder,
    run: runOnce,
    async json(...argv) {
      const { code, out, err } = await runOnce([...argv, '--json'])
      expect({ argv, code, err }).toEqual({ argv, code: 0, err: '' })
      return JSON.parse(out)
    },
    start(argv, surroundings) {
      const test = open(surroundings)
      const ended = run(argv, test.io)
      return {
        ...test,
        done: () => {
          test.stop()
          return ended
        },
      }
    },
    [Symbol.asyncDispose]: () => rm(configFolder, { recursive: true, force: true }),
  }
}
