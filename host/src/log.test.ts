import { describe, expect, it } from 'vitest'
import { createLogger } from './log.ts'

function linesOf(write: (log: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = []
  write(createLogger('info', { write: (line) => lines.push(line) }))
  return lines
}

describe('createLogger', () => {
  it('createLogger writes one JSON line with the UTC time and the facts as members', () => {
    const [line = ''] = linesOf((log) => log.info({ network: 'base' }, 'Recorded payment'))
    expect(JSON.parse(line)).toMatchObject({ msg: 'Recorded payment', network: 'base' })
    expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  it('createLogger redacts secrets in the facts and in objects nested in them', () => {
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

  it('createLogger redacts secrets in lists and in the members of errors, two levels deep', () => {
    const canary = 'canary-2'
    const lines = linesOf((log) => {
      log.info({ endpoints: [{ secret: canary }] }, 'x')
      log.error({ err: Object.assign(new Error('refused'), { apiKey: canary }) }, 'x')
      log.error(Object.assign(new Error('refused'), { request: { cookie: canary } }), 'x')
      log.error({ network: 'base', err: { headers: { authorization: canary } } }, 'x')
    })
    expect(lines).toHaveLength(4)
    expect(lines.join('')).not.toContain(canary)
    expect(lines.join('').match(/\[redacted\]/g)).toHaveLength(4)
  })

  it('createLogger writes errors with type, message and stack, and everything else as JSON does', () => {
    const [line = ''] = linesOf((log) =>
      log.error(
        { err: new TypeError('no such coin'), at: new Date(0), list: [1, { two: 2 }], none: null },
        'Failed',
      ),
    )
    expect(JSON.parse(line)).toMatchObject({
      err: { type: 'TypeError', message: 'no such coin', stack: expect.stringContaining('at ') },
      at: '1970-01-01T00:00:00.000Z',
      list: [1, { two: 2 }],
      none: null,
    })
  })

  it('createLogger does not mutate the facts', () => {
    const facts = { endpoint: { secret: 'kept' } }
    linesOf((log) => log.info(facts, 'x'))
    expect(facts).toEqual({ endpoint: { secret: 'kept' } })
  })
})
