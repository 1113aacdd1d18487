import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'vite'

const widget = join(import.meta.dirname, '..')
const core = join(widget, '../packages/core')

/**
 * Builds what npm publishes, beside the CDN bundle in dist: modules with their dependencies left out, and their types; first the
 * library that they import.
 */
compile(core)
await build({ configFile: join(widget, 'vite.npm.config.ts'), logLevel: 'warn' })
compile(widget)

function compile(cwd: string): void {
  const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
