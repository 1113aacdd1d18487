import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../packages/core/package.json' with { type: 'json' }

const CORE = join(import.meta.dirname, '../packages/core')
// Below the repository, so that Node finds the dependencies. No other test reads this folder.
const CACHE = join(import.meta.dirname, '../node_modules/.cache')

let folder: string
beforeAll(() => {
  mkdirSync(CACHE, { recursive: true })
  folder = mkdtempSync(join(CACHE, 'packages-'))
  const [command = '', ...args] = manifest.scripts.prepack.split(' ')
  expectSuccess(spawnSync(command, [...args, '--outDir', folder], { cwd: CORE, encoding: 'utf8' }))
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('npm pack of @secure-payment/core', () => {
  it('compiles every entry of the package, and Node imports each of them', () => {
    const files = Object.values(manifest.exports).map((entry) => {
      expect(manifest.files).toContain(entry.default.split('/')[1])
      return join(folder, entry.default.replace('./dist/', ''))
    })
    const program = files.map((file) => `await import(${JSON.stringify(file)})`).join('\n')
    const args = ['--input-type=module', '--eval', program]
    expectSuccess(spawnSync('node', args, { encoding: 'utf8' }))
  })
})

function expectSuccess(run: { status: number | null; stdout: string; stderr: string }): void {
  expect(run.stdout + run.stderr).toBe('')
  expect(run.status).toBe(0)
}
