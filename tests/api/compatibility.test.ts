import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { absentOperations } from '../../host/src/http/absentOperations.ts'
import { publishedOperations } from '../support/publishedCheck.ts'
import { publishedExceptions } from '../support/publishedExceptions.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { startTestHost, usdcItem } from '../support/testHost.ts'

const test = await startTestHost(NO_LIMITS)
afterAll(() => test[Symbol.asyncDispose]())

const guide = readFileSync(new URL('../../docs/guides/compatibility.md', import.meta.url), 'utf8')
/** The rows of the guide's tables: an operation, and its verdict or reason. */
const rows = [...guide.matchAll(/^\| `([A-Z]+) (\S+)` \| (.+) \|$/gm)].map(
  ([, method = '', path = '', text = '']) => ({ method, path, text }),
)
const verdicts = rows.filter(({ text }) => text === 'yes' || text === 'no')

const anonymous = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

describe('The guide to compatibility', () => {
  it('the guide has a verdict for each published operation, and lists only existing operations as served', async () => {
    expect(verdicts.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Object.keys(publishedOperations),
    )
    const { paths } = (await test.call('GET', '/openapi.json')).json
    const served = new Set(
      Object.entries<object>(paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${anonymous(path)}`),
      ),
    )
    const wrong = verdicts.filter(
      ({ method, path, text }) => served.has(`${method} ${anonymous(path)}`) !== (text === 'yes'),
    )
    expect(wrong).toEqual([])
  })

  it('the guide lists each operation that is not offered, with the reason that the service returns', () => {
    const listed = rows.filter((row) => !verdicts.includes(row))
    expect(listed).toEqual(
      absentOperations.map(({ method, path, reason }) => ({ method, path, text: reason })),
    )
    const absent = new Set(absentOperations.map(({ method, path }) => `${method} ${path}`))
    const unlisted = verdicts.filter(
      ({ method, path, text }) => text === 'no' && !absent.has(`${method} ${path}`),
    )
    expect(unlisted).toEqual([])
  })

  it('the guide lists the reason for each difference between a response and the published schemas', () => {
    const [, section = ''] = guide.split('## Responses\n')
    const [, list = ''] = (section.split('\n## ')[0] ?? '').split(':\n')
    const listed = list.replaceAll(/\s+/g, ' ').trim()
    expect(listed).toBe(publishedExceptions.map(({ reason }) => `- ${reason}`).join(' '))
  })
})

describe('An operation that is not offered', () => {
  it.each(absentOperations)(
    'an operation that is not offered returns 404 with the reason: $method $path',
    async ({ method, path, reason }) => {
      const filled = path.replaceAll(/\{\w+\}/g, '01KB53A1B2C3D4E5F6G7H8J9KA')
      const body = method === 'POST' || method === 'PATCH' ? { body: {} } : {}
      const { status, json } = await test.call(method, filled, body)
      expect([status, json.code]).toEqual([404, 'operation_not_offered'])
      expect(json.detail).toContain(reason)
    },
  )

  it.each(absentOperations)(
    'an operation that is not offered returns 404 also without a credential: $method $path',
    async ({ method, path }) => {
      const filled = path.replaceAll(/\{\w+\}/g, '01KB53A1B2C3D4E5F6G7H8J9KA')
      const { status, json } = await test.call(method, filled, {
        anonymous: true,
        ...((method === 'POST' || method === 'PATCH') && { body: {} }),
      })
      expect([status, json.code]).toEqual([404, 'operation_not_offered'])
    },
  )

  it('a path with a word in place of an id returns 404, and a path with an id returns the accepted methods', async () => {
    for (const path of [
      '/v2/secure-payments/journeys',
      '/v2/client-ids/import',
      '/v2/request/all',
    ]) {
      const { status, json } = await test.call('POST', path, { body: {} })
      expect([path, status, json.code]).toEqual([path, 404, 'route_not_found'])
    }
    const body = { requests: [usdcItem] }
    const { token } = (await test.call('POST', '/v2/secure-payments', { body })).json
    const { status, headers } = await test.call('POST', `/v2/secure-payments/${token}`, {
      body: {},
    })
    expect([status, headers['allow']]).toEqual([405, 'PATCH, GET'])
  })

  it('a path with an unknown id still returns request_not_found', async () => {
    const { json } = await test.call('GET', `/v2/request/01${'a'.repeat(64)}`)
    expect(json.code).toBe('request_not_found')
  })
})

describe('The paths that clients of Request Network read first', () => {
  it('GET /v2/health responds without a credential', async () => {
    const { status, json } = await test.call('GET', '/v2/health', { anonymous: true })
    expect([status, json]).toEqual([200, { status: 'ok' }])
  })

  it('GET /open-api/openapi.json returns the same document as /openapi.json', async () => {
    const { json } = await test.call('GET', '/open-api/openapi.json', { anonymous: true })
    expect(json).toEqual((await test.call('GET', '/openapi.json', { anonymous: true })).json)
  })
})
