import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Chromium without a window: it draws no toolbars, which shortens a run by a third. */
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Returns the path of a Chromium that the browser tests can drive. The search order is `CHROMIUM_PATH`, Playwright's own download, the
 * PATH, then Debian's package if apt may install it. At each step, a headless browser has priority. Throws an error with instructions if it
 * finds no Chromium.
 */
export async function findChromium(): Promise<string> {
  const chosen = await findChosen()
  if (chosen) return chosen
  const headless = findOnPath([HEADLESS])
  if (headless) return headless
  console.error(`Installing the Debian package ${HEADLESS} for the browser tests…`)
  installDebianPackage(HEADLESS)
  const onPath = findOnPath(NAMES)
  if (onPath) return onPath
  installDebianPackage('chromium')
  const installed = findOnPath(NAMES)
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium and none was found. Run `npx playwright install chromium`, install a chromium package, or set CHROMIUM_PATH.',
  )
}

/** Returns the path of a Chromium that this machine already has, in the same order; installs nothing. */
export async function findInstalledChromium(): Promise<string | undefined> {
  return (await findChosen()) ?? findOnPath(NAMES)
}

/** Returns the browser from `CHROMIUM_PATH`, otherwise Playwright's own download. */
async function findChosen(): Promise<string | undefined> {
  const configured = process.env['CHROMIUM_PATH']
  if (configured) {
    if (!existsSync(configured))
      throw new Error(`CHROMIUM_PATH names ${configured}, which does not exist.`)
    return configured
  }
  const { chromium } = await import('playwright')
  const own = chromium.executablePath()
  return own && existsSync(own) ? own : undefined
}

/** Installs a Debian package if this process has the permission; otherwise does nothing. */
export function installDebianPackage(name: string): void {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const run = (args: string[]): number | null => {
    const [command = '', ...rest] = [...sudo, 'apt-get', ...args]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status
  }
  if (run(['install', '-y', '-qq', name]) === 0) return
  run(['update', '-qq'])
  run(['install', '-y', '-qq', name])
}

/** Returns the path of the first of the programs that is in a folder of the PATH. */
export function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => isExecutable(path))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
