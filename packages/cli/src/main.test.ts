import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const MAIN = join(import.meta.dirname, 'main.ts')

/** Runs the program as if this Node had another version. */
function runOn(version: string) {
  const text = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
  const argv = ['--conditions=@secure-payment/source', '--import', `data:text/javascript,${text}`]
  return spawnSync(process.execPath, [...argv, MAIN, '--version'], { encoding: 'utf8' })
}

describe('secure-payment', () => {
  it.each(['20.20.2', '22.17.1'])(
    'the program rejects Node %s with a sentence',
    (version) => {
      const { status, stdout, stderr } = runOn(version)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      const range = manifest.engines.node.replace('>=', '')
      expect(stderr).toBe(
        `secure-payment needs Node ${range} or later; this is ${version}. Install one from https://nodejs.org.\n`,
      )
    },
    60_000,
  )

  it.each(['22.18.0', '24.0.0'])(
    'the program runs on Node %s',
    (version) => {
      expect(runOn(version)).toMatchObject({ status: 0, stdout: `${manifest.version}\n` })
    },
    60_000,
  )
})
