import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'vite'
import manifest from '../package.json' with { type: 'json' }

const widget = join(import.meta.dirname, '..')
const core = join(widget, '../packages/core')

/**
 * Builds the npm package, next to the CDN bundle in dist: modules without their dependencies, and their types. The library that the
 * modules import is built first.
 */
compile(core)
await build({ configFile: join(widget, 'vite.npm.config.ts'), logLevel: 'warn' })
compile(widget)
importOnServer()

/** Every entry must load on a server, which lacks a browser's globals; otherwise this build fails. */
function importOnServer(): void {
  const entries = Object.entries(manifest.exports)
    .filter(([, entry]) => typeof entry === 'object')
    .map(([path]) => `await import(${JSON.stringify(path.replace('.', manifest.name))})`)
  const args = ['--input-type=module', '--eval', entries.join('\n')]
  const { status } = spawnSync('node', args, { cwd: widget, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}

function compile(cwd: string): void {
  const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
