import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSettings } from './addSettings.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-env-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('addSettings', () => {
  it('addSettings adds the settings of a file, and keeps those of the environment', () => {
    const file = join(folder, 'some.env')
    writeFileSync(file, '# a comment\nPAY_PORT=1\nPAY_BIND="0.0.0.0"\nNODE_OPTIONS=--inspect\n')
    const { env, names } = addSettings({ PAY_PORT: '2' }, { file, isRequired: true })
    expect(env).toEqual({ PAY_PORT: '2', PAY_BIND: '0.0.0.0' })
    expect(names).toEqual(['PAY_BIND'])
  })

  it('addSettings removes the quotes that Docker keeps from the settings of the environment', () => {
    const file = join(folder, 'missing.env')
    const given = { PAY_MERCHANT_NAME: "'Ana’s shop'", PAY_PORT: '1', OTHER: "'kept'" }
    const { env } = addSettings(given, { file, isRequired: false })
    expect(env).toEqual({ ...given, PAY_MERCHANT_NAME: 'Ana’s shop' })
  })

  it('addSettings adds nothing for a missing file, unless the file is required', () => {
    const file = join(folder, 'missing.env')
    expect(addSettings({}, { file, isRequired: false }).env).toEqual({})
    expect(() => addSettings({}, { file, isRequired: true })).toThrow('ENOENT')
  })
})
