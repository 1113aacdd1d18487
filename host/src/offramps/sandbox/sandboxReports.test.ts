import {
  type AgreementStatus,
  agreementMachine,
  judgeMove,
  type KycStatus,
  kycMachine,
  type OfframpStatus,
  offrampSteps,
} from '@secure-payment/core/offramp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Report } from '../offramp.ts'
import { accountReports } from './accountReports.ts'
import { offrampReports } from './offrampReports.ts'
import { type Press, payerReports } from './payerReports.ts'

const BEGUN_MS = Date.parse('2026-11-02T09:00:00.000Z')
const DELAY_MS = 2_000

function atDelay(delays: number): Date {
  return new Date(BEGUN_MS + delays * DELAY_MS)
}

/** Returns the reports that exist after `delays` delays: the kind, the status, and the number of delays until each report. */
function told(reports: readonly Report[]): string[] {
  return reports.map(
    ({ kind, status, occurredAt }) =>
      `${kind} ${status} ${(occurredAt.getTime() - BEGUN_MS) / DELAY_MS}`,
  )
}

function readPayer(facts: { lastName?: string; presses?: readonly Press[]; delays: number }) {
  const { lastName = 'Silva', presses = [], delays } = facts
  const payer = { id: 'p', createdAt: atDelay(0), lastName, presses }
  return payerReports(payer, { now: atDelay(delays), delayMs: DELAY_MS })
}

describe('payerReports', () => {
  it('payerReports approves a payer after two delays, and then requests the agreement', () => {
    expect(told(readPayer({ delays: 0 }))).toEqual(['kyc initiated 0'])
    expect(told(readPayer({ delays: 1 }))).toEqual(['kyc initiated 0', 'kyc pending 1'])
    expect(told(readPayer({ delays: 2 }))).toEqual([
      'kyc initiated 0',
      'kyc pending 1',
      'kyc approved 2',
      'agreement pending 2',
    ])
  })

  it.each([
    ['Rejected', 'kyc rejected 2'],
    ['Failed', 'kyc failed 2'],
    ['Pending', 'kyc pending 1'],
  ])('the last report about a payer with the last name %s is "%s"', (lastName, last) => {
    expect(told(readPayer({ lastName, delays: 100 })).at(-1)).toBe(last)
  })

  it('payerReports approves a failed payer on the second submission', () => {
    const presses: Press[] = [{ action: 'again', at: atDelay(10) }]
    expect(told(readPayer({ lastName: 'Failed', presses, delays: 12 }))).toEqual([
      'kyc initiated 0',
      'kyc pending 1',
      'kyc failed 2',
      'kyc initiated 10',
      'kyc pending 11',
      'kyc approved 12',
      'agreement pending 12',
    ])
  })

  it.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
    ['fail', 'failed'],
  ] as const)('payerReports reports %s immediately, regardless of the name', (action, status) => {
    const presses: Press[] = [{ action, at: atDelay(50) }]
    const reports = readPayer({ lastName: 'Pending', presses, delays: 50 })
    expect(told(reports.filter(({ kind }) => kind === 'kyc')).at(-1)).toBe(`kyc ${status} 50`)
  })

  it('payerReports ignores a button that was pressed after the check had ended', () => {
    const presses: Press[] = [{ action: 'reject', at: atDelay(3) }]
    const reports = readPayer({ presses, delays: 10 })
    expect(told(reports.filter(({ kind }) => kind === 'kyc')).at(-1)).toBe('kyc approved 2')
  })

  it('payerReports reports the result of the agreement', () => {
    const presses: Press[] = [
      { action: 'decline', at: atDelay(5) },
      { action: 'sign', at: atDelay(6) },
    ]
    const reports = readPayer({ presses, delays: 6 })
    expect(told(reports.filter(({ kind }) => kind === 'agreement'))).toEqual([
      'agreement pending 2',
      'agreement rejected 5',
      'agreement completed 6',
    ])
  })

  const press = fc.record({
    action: fc.constantFrom('approve', 'reject', 'fail', 'again', 'sign', 'decline'),
    at: fc.integer({ min: 0, max: 40 }).map(atDelay),
  })

  it('payerReports keeps earlier reports, and only appends new ones', () => {
    const lastName = fc.constantFrom('Silva', 'Rejected', 'Failed', 'Pending')
    const facts = fc.record({
      lastName,
      presses: fc
        .array(press, { maxLength: 6 })
        .map((all) => all.toSorted((a, b) => a.at.getTime() - b.at.getTime())),
      first: fc.nat({ max: 50 }),
      more: fc.nat({ max: 50 }),
    })
    fc.assert(
      fc.property(facts, ({ lastName, presses, first, more }) => {
        const pressedBy = (delays: number) => presses.filter(({ at }) => at <= atDelay(delays))
        const early = readPayer({ lastName, presses: pressedBy(first), delays: first })
        const delays = first + more
        const late = readPayer({ lastName, presses: pressedBy(delays), delays })
        expect(late.filter(({ occurredAt }) => occurredAt <= atDelay(first))).toEqual(early)
        expect(new Set(late.map(({ id }) => id)).size).toBe(late.length)
      }),
    )
  })
})

describe('accountReports', () => {
  const read = (bankName: string, delays: number) =>
    accountReports(
      { id: 'a', createdAt: atDelay(0), bankName },
      { now: atDelay(delays), delayMs: DELAY_MS },
    )

  it('accountReports approves an account after a delay', () => {
    expect(read('Banco Exemplo', 0.5)).toEqual([])
    expect(told(read('Banco Exemplo', 1))).toEqual(['account approved 1'])
  })

  it('accountReports fails an account at a bank called Reject with a reason, and leaves one at a bank called Pending undecided', () => {
    const [failed] = read('First Reject Bank', 5)
    expect(failed).toMatchObject({ status: 'failed', reason: expect.stringContaining('bank') })
    expect(read('Pending Bank', 1_000)).toEqual([])
  })
})

describe('offrampReports', () => {
  const read = (accountName: string, delays: number) =>
    offrampReports(
      { id: 'off_1', createdAt: atDelay(0), accountName },
      { now: atDelay(delays), delayMs: DELAY_MS },
    ).map(({ status }) => status)

  const begun = ['initiated', 'pending_internal_assessment', 'ongoing_checks']
  it.each([
    ['Joana Costa', [...begun, 'sending_fiat', 'fiat_sent', 'delivered']],
    [
      'Joana Bounce',
      [...begun, 'sending_fiat', 'fiat_sent', 'bounced', 'sending_fiat', 'fiat_sent', 'delivered'],
    ],
    ['Joana Return', [...begun, 'sending_fiat', 'fiat_sent', 'bounced', 'returned']],
    ['Joana Retry', [...begun, 'retry_required', 'sending_fiat', 'fiat_sent', 'delivered']],
    ['Joana Fail', [...begun, 'failed']],
  ])(
    'offrampReports moves the money of %s through its steps, each valid for the machine',
    (name, way) => {
      expect(read(name, 100)).toEqual(way)
      let status: OfframpStatus = 'created'
      for (const next of read(name, 100)) {
        expect(offrampSteps(status, next)).toEqual([next])
        status = next
      }
    },
  )

  it('offrampReports advances one step per delay', () => {
    expect(read('Joana Costa', 0)).toEqual(['initiated'])
    expect(read('Joana Costa', 2)).toEqual(begun)
  })
})

describe('the machines', () => {
  it('the state machines accept every path of the sandbox', () => {
    const presses: Press[] = [
      { action: 'again', at: atDelay(10) },
      { action: 'decline', at: atDelay(20) },
      { action: 'sign', at: atDelay(21) },
    ]
    let kyc: KycStatus = kycMachine.initial
    let agreement: AgreementStatus = agreementMachine.initial
    for (const report of readPayer({ lastName: 'Failed', presses, delays: 30 })) {
      if (report.kind === 'kyc') {
        expect(judgeMove(kycMachine, kyc, report.status)).toBe('moves')
        kyc = report.status
      } else if (report.kind === 'agreement') {
        expect(judgeMove(agreementMachine, agreement, report.status)).toBe('moves')
        agreement = report.status
      }
    }
    expect([kyc, agreement]).toEqual(['approved', 'completed'])
  })
})
