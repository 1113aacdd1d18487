import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'

/** Every tsconfig of the repository, in the order of their dependencies. */
const PROJECTS = [
  'packages/core/tsconfig.json',
  'packages/core/tsconfig.test.json',
  'host/tsconfig.json',
  'packages/contracts/tsconfig.json',
  'packages/devnet/tsconfig.json',
  'widget/tsconfig.json',
  'widget/types/tsconfig.json',
  'console/tsconfig.json',
  'playground/tsconfig.json',
  'tests/tsconfig.json',
  'tsconfig.json',
]

const waiting = [...PROJECTS]
const failed: string[] = []
await Promise.all(Array.from({ length: availableParallelism() }, checkWaiting))
if (failed.length > 0) {
  console.error(`Type errors in ${failed.join(', ')}.`)
  process.exit(1)
}

/** Checks the projects one after the other on one thread: parallel threads of one program would compute the same types twice. */
async function checkWaiting(): Promise<void> {
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
    const child = spawn('tsc', ['-p', project, '--singleThreaded'], { stdio: 'inherit' })
    const [status] = await once(child, 'close')
    if (status !== 0) failed.push(project)
  }
}
