import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { EXAMPLES } from '../playground/examples/serveExample.ts'
import { installNextShop } from './lib/installNextShop.ts'

/**
 * Builds the packages as npm publishes them, then the example shops, each with its own `npm run build`. The shops import the element as a
 * merchant does. The shop of Next.js is installed from the packed packages, in a folder of its own.
 */
const root = join(import.meta.dirname, '..')
const startedAt = performance.now()
const packages = spawnSync('node', ['scripts/buildPackages.ts'], {
  cwd: root,
  stdio: 'inherit',
})
if (packages.status !== 0) process.exit(1)
const failed = await Promise.all(EXAMPLES.map(buildExample))
if (failed.includes(true)) process.exit(1)
installNextShop()
console.log(`Built the example shops in ${Math.round(performance.now() - startedAt)} ms.`)

/** Prints the build's output only if it failed; resolves with true if the build succeeded. */
async function buildExample(name: string): Promise<boolean> {
  const command = ['run', 'build', '--workspace', `@secure-payment/example-${name}`]
  const child = spawn('npm', command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk) => said.push(chunk))
  child.stderr.on('data', (chunk) => said.push(chunk))
  const [status] = await once(child, 'close')
  if (status === 0) return false
  console.error(`The example shop ${name} did not build:\n${Buffer.concat(said).toString()}`)
  return true
}
