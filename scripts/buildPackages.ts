import { PUBLIC_PACKAGES, ROOT } from './lib/publicPackages.ts'
import { run } from './lib/run.ts'

/**
 * Builds the packages that npm publishes, each with its own script `build`; part of `npm run build`, which builds the host afterwards.
 * Stops at the first build that fails.
 */
const startedAt = performance.now()
process.chdir(ROOT)
for (const folder of PUBLIC_PACKAGES) {
  const status = await run(
    ['npm', 'run', '--silent', '--if-present', 'build', `--workspace=${folder}`],
    {},
  )
  if (status !== 0) process.exit(status)
}
console.log(`Built the packages in ${Math.round(performance.now() - startedAt)} ms.`)
