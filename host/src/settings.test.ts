import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { printEnvExample, settingNames } from './settings.ts'

describe('.env.example', () => {
  it('.env.example matches the settings: run `npm run --silent cli -- env > .env.example`', () => {
    const file = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
    expect(file).toBe(printEnvExample())
  })

  it('.env.example sets no variable', () => {
    for (const line of printEnvExample().split('\n')) expect(line).toMatch(/^(?:#.*)?$/)
  })

  it('.env.example lists each variable once', () => {
    const names = settingNames(['base'])
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(printEnvExample().split(`\n#${name}=`)).toHaveLength(2)
  })
})
