import { run } from './run.ts'

/** Runs payer stories with Playwright's own arguments; resolves to its exit code. */
export function runStories(args: readonly string[], env: Record<string, string>): Promise<number> {
  return run(['playwright', 'test', '--config', 'tests/playwright.config.ts', ...args], {
    ...env,
    // Playwright loads the stories itself, and they import our packages as source.
    NODE_OPTIONS: '--conditions=@secure-payment/source',
  })
}
