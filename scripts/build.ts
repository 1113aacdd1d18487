import { join } from 'node:path'
import { build } from 'vite'
import { buildHost } from './lib/buildHost.ts'
import { run } from './lib/run.ts'

/** The builds that the host, the shop and the browser tests load: the element's CDN bundle, test wallet, console and demo pages. */
const CONFIGS = [
  'widget/vite.config.ts',
  'widget/vite.testkit.config.ts',
  'console/vite.config.ts',
  'playground/vite.config.ts',
]

/** Builds the pages, the guides and the packages for npm, the host's last; with `--pages`, no packages. */
const startedAt = performance.now()
// The guides are built in a separate process, because that uses a second processor and VitePress changes the environment.
const guides = run(['node', join(import.meta.dirname, '../docs/build.ts')], {})
for (const config of CONFIGS) {
  await build({ configFile: join(import.meta.dirname, '..', config), logLevel: 'warn' })
}
console.log(
  `Built the element, the console and the demo pages in ${Math.round(performance.now() - startedAt)} ms.`,
)
const isForPages = process.argv.includes('--pages')
const packages = isForPages
  ? 0
  : await run(['node', join(import.meta.dirname, 'buildPackages.ts')], {})
process.exitCode = (await guides) || packages
// The host's package contains all of them.
if (process.exitCode === 0 && !isForPages) await buildHost()
