import { describe, expect, it } from 'vitest'
import { createLogger } from './log.ts'

function linesOf(write: (log: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = []
  write(createLogger('info', { write: (line) => lines.push(line) }))
  return lines
}

describe('createLogger', () => {
  it('writes one JSON line with the time in UTC and the facts as members', () => {
    const [line = ''] = linesOf((log) => log.info({ network: 'base' }, 'Recorded payment'))
    expect(JSON.parse(line)).toMatchObject({ msg: 'Recorded payment', network: 'base' })
    expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  it('blanks secrets wherever they stand', () => {
    const canary = 'canary-1'
    const lines = linesOf((log) => {
      log.info({ apiKey: canary }, 'x')
      log.info({ endpoint: { secret: canary } }, 'x')
      log.info({ request: { headers: { 'x-api-key': canary, cookie: canary } } }, 'x')
      log.info({ config: { bootstrapApiKey: canary, databaseUrl: canary } }, 'x')
      log.info({ customerInfo: { email: canary } }, 'x')
    })
    expect(lines).toHaveLength(5)
    expect(lines.join('')).not.toContain(canary)
  })
})
