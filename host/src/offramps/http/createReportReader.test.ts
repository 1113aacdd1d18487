import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../config.ts'
import { createReportReader, type ProviderReport } from './createReportReader.ts'

const SECRET = 'ab'.repeat(32)

function openReader(statuses: object = {}) {
  const lines: object[] = []
  const { offramp } = loadConfig({
    PAY_NETWORKS: 'devnet',
    PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
    PAY_DATA_KEY: 'k'.repeat(32),
    PAY_OFFRAMP: 'http',
    PAY_OFFRAMP_HTTP_URL: 'https://offramp.example.test',
    PAY_OFFRAMP_HTTP_SECRET: SECRET,
    PAY_OFFRAMP_HTTP_DEPOSITS: '{"devnet":"0xa0Ee7A142d267C1f36714E4a8F75612F20a79720"}',
    PAY_OFFRAMP_HTTP_STATUSES: JSON.stringify(statuses),
  })
  if (offramp?.kind !== 'http') throw new Error('The settings have no provider.')
  const warn = (facts: object) => lines.push(facts)
  // The reader logs only warnings.
  const log = { warn } as unknown as Parameters<typeof createReportReader>[0]['log']
  return { read: createReportReader({ log }, offramp), lines }
}

const TOLD: ProviderReport = {
  id: 'evt_1',
  kind: 'offramp',
  subject: 'po_1',
  status: 'fiat_sent',
  reason: null,
  occurredAt: '2026-11-03T10:50:00.000+01:00',
}

describe('createReportReader', () => {
  it('createReportReader accepts the statuses of this service by default', () => {
    expect(openReader().read(TOLD)).toEqual({
      id: 'evt_1',
      kind: 'offramp',
      providerId: 'po_1',
      status: 'fiat_sent',
      reason: null,
      occurredAt: new Date('2026-11-03T09:50:00.000Z'),
    })
  })

  it('createReportReader translates statuses per kind', () => {
    const { read } = openReader({ kyc: { done: 'approved' }, account: { done: 'failed' } })
    expect(read({ ...TOLD, kind: 'kyc', status: 'done' })?.status).toBe('approved')
    expect(read({ ...TOLD, kind: 'account', status: 'done' })?.status).toBe('failed')
    expect(read({ ...TOLD, kind: 'agreement', status: 'done' })).toBeNull()
  })

  it('createReportReader counts statuses without a mapping, and logs each at its 1st, 10th and 100th occurrence without the report’s other data', () => {
    const { read, lines } = openReader()
    for (let time = 0; time < 150; time += 1) {
      expect(read({ ...TOLD, status: 'teleported', reason: 'Ana Silva' })).toBeNull()
    }
    expect(read({ ...TOLD, status: 'constructor' })).toBeNull()
    expect(lines).toEqual([
      { provider: 'offramp', kind: 'offramp', status: 'teleported', count: 1 },
      { provider: 'offramp', kind: 'offramp', status: 'teleported', count: 10 },
      { provider: 'offramp', kind: 'offramp', status: 'teleported', count: 100 },
      { provider: 'offramp', kind: 'offramp', status: 'constructor', count: 1 },
    ])
  })

  it.each([
    ['IN_REVIEW', 'IN_REVIEW'],
    ['on-hold', 'on-hold'],
    ['Ana Silva', null],
    ['PT50000201231234567890154', null],
    ['ana@example.test', null],
    ['{"name":"Ana"}', null],
  ])('createReportReader logs the unknown status %j as %j', (status, expected) => {
    const { read, lines } = openReader()
    read({ ...TOLD, status })
    expect(lines).toEqual([{ provider: 'offramp', kind: 'offramp', status: expected, count: 1 }])
  })

  it.each([
    ['account_closed', 'account closed'],
    ['refused', 'refused'],
    ['Ana Silva is on a list', null],
    ['account_PT50000201231234567890154', null],
    ['ana@example.test', null],
    ['', null],
    [undefined, null],
    ['x'.repeat(65), null],
  ])('createReportReader passes the reason %j on as %j', (reason, expected) => {
    expect(openReader().read({ ...TOLD, reason })?.reason).toBe(expected)
  })
})
