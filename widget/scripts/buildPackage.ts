import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'vite'

const widget = join(import.meta.dirname, '..')

/** Builds what npm publishes, beside the CDN bundle in dist: modules with their dependencies left out, and their types. */
await build({ configFile: join(widget, 'vite.npm.config.ts'), logLevel: 'warn' })
const types = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: widget, stdio: 'inherit' })
process.exitCode = types.status ?? 1
