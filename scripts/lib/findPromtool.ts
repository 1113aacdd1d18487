import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath } from './findChromium.ts'

/** The folder of the unpacked package; the package is not installed, because its installation starts a server. */
const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/prometheus')
const UNPACKED = join(FOLDER, 'usr/bin/promtool')

/**
 * Returns the path of Prometheus's `promtool`, from the PATH or from Debian's package, which the first call downloads. Throws an error with
 * instructions if there is none.
 */
export function findPromtool(): string {
  const installed = findOnPath(['promtool'])
  if (installed !== undefined) return installed
  if (!existsSync(UNPACKED)) unpackDebianPackage()
  if (existsSync(UNPACKED)) return UNPACKED
  throw new Error('The alert rules need promtool. Install Prometheus, or put promtool on the PATH.')
}

function unpackDebianPackage(): void {
  if (!existsSync('/usr/bin/apt-get')) return
  mkdirSync(FOLDER, { recursive: true })
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: FOLDER, stdio: 'ignore' })
  run('apt-get', ['download', 'prometheus'])
  const file = readdirSync(FOLDER).find((name) => name.endsWith('.deb'))
  if (file !== undefined) run('dpkg-deb', ['-x', file, '.'])
}
