import { run } from './run.ts'

/** Runs payer stories with Playwright's own arguments; resolves with Playwright's exit code. */
export function runStories(args: readonly string[], env: Record<string, string>): Promise<number> {
  return run(['playwright', 'test', '--config', 'tests/playwright.config.ts', ...args], {
    ...env,
    // Playwright loads the stories itself, and they import this project's packages as source.
    NODE_OPTIONS: '--conditions=@secure-payment/source',
    // Node itself removes the types. Playwright's own TypeScript compiler costs four times the processor time.
    PW_DISABLE_TS_ESM: '1',
  })
}
