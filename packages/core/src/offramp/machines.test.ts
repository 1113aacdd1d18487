import { describe, expect, it } from 'vitest'
import {
  agreementMachine,
  isCompliant,
  isFinal,
  judgeMove,
  kycMachine,
  type Machine,
  offrampMachine,
  offrampSteps,
  paymentDetailMachine,
} from './index.ts'

/** One line per state: `from: to to to`. Written by hand, so that a test fails if the code adds or loses a transition. */
const TABLES: readonly { machine: Machine<string>; table: string }[] = [
  {
    machine: kycMachine,
    table: `
      not_started: initiated pending approved rejected failed
      initiated: pending approved rejected failed
      pending: approved rejected failed
      approved:
      rejected:
      failed: initiated pending approved rejected`,
  },
  {
    machine: agreementMachine,
    table: `
      not_started: pending completed rejected failed
      pending: completed rejected failed
      completed:
      rejected: pending completed
      failed: pending completed`,
  },
  {
    machine: paymentDetailMachine,
    table: `
      pending: approved failed
      approved:
      failed:`,
  },
  {
    machine: offrampMachine,
    table: `
      created: initiated pending_internal_assessment ongoing_checks sending_fiat fiat_sent retry_required failed
      initiated: pending_internal_assessment ongoing_checks sending_fiat fiat_sent retry_required failed
      pending_internal_assessment: ongoing_checks sending_fiat fiat_sent retry_required failed
      ongoing_checks: sending_fiat fiat_sent retry_required failed
      sending_fiat: fiat_sent bounced retry_required failed
      fiat_sent: delivered bounced failed
      bounced: sending_fiat fiat_sent retry_required failed returned
      retry_required: ongoing_checks sending_fiat fiat_sent failed returned
      delivered:
      failed:
      returned:`,
  },
]

function parseTable(table: string): ReadonlyMap<string, readonly string[]> {
  const lines = table.trim().split('\n')
  return new Map(
    lines.map((line) => {
      const [from = '', to = ''] = line.split(':').map((part) => part.trim())
      return [from, to === '' ? [] : to.split(' ')]
    }),
  )
}

describe.each(TABLES)('the machine of $machine.id', ({ machine, table }) => {
  const allowed = parseTable(table)
  const states = [...allowed.keys()]

  it('the machine has the states of its table and starts in the first', () => {
    expect(Object.keys(machine.moves)).toEqual(states)
    expect(machine.initial).toBe(states[0])
  })

  const pairs = states.flatMap((from) => states.map((to) => ({ from, to })))
  it.each(pairs)('the machine allows only listed transitions from $from to $to', ({ from, to }) => {
    const isAllowed = allowed.get(from)?.includes(to) === true
    expect(judgeMove(machine, from, to)).toBe(
      from === to ? 'repeats' : isAllowed ? 'moves' : 'refused',
    )
  })

  it('the machine marks a state as final exactly when it has no successor', () => {
    for (const state of states)
      expect(isFinal(machine, state)).toBe(allowed.get(state)?.length === 0)
  })
})

describe('offrampSteps', () => {
  it('offrampSteps returns a reported step', () => {
    expect(offrampSteps('ongoing_checks', 'sending_fiat')).toEqual(['sending_fiat'])
  })

  it('offrampSteps repeats no step', () => {
    expect(offrampSteps('fiat_sent', 'fiat_sent')).toEqual([])
    expect(offrampSteps('delivered', 'delivered')).toEqual([])
  })

  it('offrampSteps reports the sending of fiat before its arrival', () => {
    expect(offrampSteps('initiated', 'delivered')).toEqual(['fiat_sent', 'delivered'])
    expect(offrampSteps('retry_required', 'delivered')).toEqual(['fiat_sent', 'delivered'])
    expect(offrampSteps('fiat_sent', 'delivered')).toEqual(['delivered'])
  })

  it('offrampSteps reports a bounce before the permanent return', () => {
    expect(offrampSteps('fiat_sent', 'returned')).toEqual(['bounced', 'returned'])
    expect(offrampSteps('bounced', 'returned')).toEqual(['returned'])
  })

  it('offrampSteps ignores late reports', () => {
    expect(offrampSteps('sending_fiat', 'ongoing_checks')).toBeNull()
    expect(offrampSteps('delivered', 'fiat_sent')).toBeNull()
    expect(offrampSteps('failed', 'delivered')).toBeNull()
    expect(offrampSteps('created', 'returned')).toBeNull()
  })
})

describe('isCompliant', () => {
  it('isCompliant requires both approvals', () => {
    expect(isCompliant({ kycStatus: 'approved', agreementStatus: 'completed' })).toBe(true)
    expect(isCompliant({ kycStatus: 'approved', agreementStatus: 'pending' })).toBe(false)
    expect(isCompliant({ kycStatus: 'pending', agreementStatus: 'completed' })).toBe(false)
  })
})
