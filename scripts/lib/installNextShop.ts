import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { packPackage } from './packPackage.ts'
import { ROOT } from './publicPackages.ts'

/** The built example shop of Next.js. It is not a workspace, so that only the deep tests install Next.js. */
export const NEXT_SHOP: string = join(ROOT, 'node_modules/.cache/next-shop')

/**
 * Copies the example shop of Next.js out of the repository, installs it with the packed packages, and builds it. Core and the element are
 * built first.
 */
export function installNextShop(): void {
  const packed = join(NEXT_SHOP, 'packed')
  rmSync(NEXT_SHOP, { recursive: true, force: true })
  cpSync(join(ROOT, 'playground/examples/next'), NEXT_SHOP, { recursive: true })
  mkdirSync(packed)
  const tarballs = ['packages/core', 'widget'].map((folder) => packPackage(folder, packed).path)
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--silent']
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  const run = (command: string, args: readonly string[]): void => {
    execFileSync(command, args, { cwd: NEXT_SHOP, env, stdio: ['ignore', 'pipe', 'inherit'] })
  }
  run('npm', ['install', ...options, ...tarballs])
  run('npm', ['run', 'build'])
}
