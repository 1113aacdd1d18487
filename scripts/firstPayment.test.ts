import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { INSTALLERS } from './lib/installPackages.ts'
import { packPackage } from './lib/packPackage.ts'
import { ROOT } from './lib/publicPackages.ts'
import { nameInstalled, readDependencies } from './lib/readDependencies.ts'

const run = promisify(execFile)
const SCRIPT = join(import.meta.dirname, 'firstPayment.ts')
const TIMEOUT_MS = 900_000

describe.runIf(existsSync(join(ROOT, 'host/dist')))('An installation in an empty folder', () => {
  it.each(INSTALLERS)(
    'A payer pays with the host and the command line that %s installed, and the webhook arrives',
    async (installer) => {
      const args = ['--conditions=@secure-payment/source', SCRIPT, installer]
      const { stdout } = await run('node', args)
      console.log(stdout)
      expect(stdout).toContain('Received the webhook payment.confirmed')
    },
    TIMEOUT_MS,
  )

  it(
    'npm installs the packages of docs/design/dependencies.md with the tarball of the host',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'secure-payment-clean-'))
      const { path } = packPackage('host', folder)
      writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
      const options = ['--prefer-offline', '--no-audit', '--no-fund', '--silent']
      execFileSync('npm', ['install', ...options, path], { cwd: folder })
      const lock = readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')
      const installed = Object.keys(JSON.parse(lock).packages).map(nameInstalled)
      rmSync(folder, { recursive: true })
      const { installed: listed } = readDependencies()
      expect(installed.toSorted()).toEqual([...listed, '@secure-payment/host'].toSorted())
    },
    TIMEOUT_MS,
  )
})
