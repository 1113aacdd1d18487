import { run } from './lib/run.ts'

/**
 * Every tsconfig in the repository. Core, host and element are checked once; the other projects read their declarations, which are below
 * `node_modules/.cache/types`.
 */
const PROJECTS = [
  'packages/core',
  'host',
  'widget',
  'widget/tsconfig.test.json',
  'widget/types',
  'packages/contracts',
  'packages/cli',
  'packages/devnet',
  'console',
  'playground',
  'tests',
  '.',
]

// More checkers for one program would compute the same types twice.
process.exitCode = await run(['tsc', '-b', '--builders', '2', '--checkers', '1', ...PROJECTS], {})
