import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { run } from '../../scripts/lib/run.ts'

const widget = join(import.meta.dirname, '..')
const dist = join(widget, 'dist')
/** The other builds write these: the bundle for pages without a bundler, and the test wallet as one script. */
const OTHER_BUILDS = ['cdn', 'scripts']

/** Builds the npm package, next to the CDN bundle in dist: modules without their dependencies, and their types. Core is built first. */
removeEarlierBuild()
await build({ configFile: join(widget, 'vite.npm.config.ts'), logLevel: 'warn' })
process.exitCode = await run(['tsc', '-p', join(widget, 'tsconfig.build.json')], {})

function removeEarlierBuild(): void {
  if (!existsSync(dist)) return
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const isOther = OTHER_BUILDS.some((other) => path.startsWith(join(dist, other)))
    if (entry.isFile() && !isOther) rmSync(path)
  }
}
