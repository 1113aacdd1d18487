import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { packPackage } from './lib/packPackage.ts'
import { ROOT } from './lib/publicPackages.ts'

const TIMEOUT_MS = 900_000
const FOLDERS = ['packages/core', 'widget']
const isBuilt = FOLDERS.every((name) => existsSync(join(ROOT, name, 'dist')))
/** A shop with wagmi, as the guide of wagmi installs it. */
const WAGMI = ['wagmi@3.7.7', '@tanstack/react-query@5', 'react@19.3.1']
const WIDGET = JSON.parse(readFileSync(join(ROOT, 'widget/package.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'secure-payment-viem-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('The element depends on a range of viem, so that a shop’s own version satisfies it', () => {
  expect(WIDGET.dependencies.viem).toMatch(/^\^2\./)
})

it.runIf(isBuilt)(
  'A shop with wagmi and the packed element installs one copy of viem',
  () => {
    const tarballs = FOLDERS.map((name) => packPackage(name, folder).path)
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    // Only the lock file is written: it names each copy, and no package is downloaded.
    const options = ['--package-lock-only', '--no-audit', '--no-fund', '--silent']
    const args = ['install', ...options, ...tarballs, ...WAGMI, 'viem@2']
    execFileSync('npm', args, { cwd: folder, stdio: 'inherit' })
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
    const copies = Object.keys(lock.packages).filter((path) => path.endsWith('node_modules/viem'))
    expect(copies).toEqual(['node_modules/viem'])
    expect(lock.packages).toHaveProperty(['node_modules/wagmi'])
    expect(lock.packages).toHaveProperty(['node_modules/@secure-payment/widget'])
  },
  TIMEOUT_MS,
)
