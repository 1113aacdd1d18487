import { spawnSync } from 'node:child_process'

/** Every tsconfig of the repository, in the order of their dependencies. */
const PROJECTS = [
  'packages/core/tsconfig.json',
  'packages/core/tsconfig.test.json',
  'host/tsconfig.json',
  'packages/contracts/tsconfig.json',
  'packages/devnet/tsconfig.json',
  'widget/tsconfig.json',
  'console/tsconfig.json',
  'playground/tsconfig.json',
  'tests/tsconfig.json',
  'tsconfig.json',
]

const failed = PROJECTS.filter(
  (project) => spawnSync('tsc', ['-p', project], { stdio: 'inherit' }).status !== 0,
)
if (failed.length > 0) {
  console.error(`Type errors in ${failed.join(', ')}.`)
  process.exit(1)
}
