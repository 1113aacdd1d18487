import { expect, test } from 'vitest'
import type { Arrival } from '../../server/inspector.ts'
import { readOfframpSteps } from './offrampSteps.ts'

const REQUEST_ID = `01${'a'.repeat(64)}`

function arrival(sequence: number, body: object, isVerified = true): Arrival {
  const receivedAt = `2026-11-02T09:00:0${sequence}.000Z`
  const text = JSON.stringify({ requestId: REQUEST_ID, sequence, ...body })
  return { sequence, receivedAt, headers: {}, body: text, isVerified }
}

const processing = (sequence: number, subStatus: string) =>
  arrival(sequence, { event: 'payment.processing', subStatus })

test('steps follow the order of the events, not of their arrival', () => {
  const arrivals = [
    arrival(3, { event: 'payment.confirmed', subStatus: '' }),
    processing(1, 'initiated'),
    processing(2, 'bounced'),
  ]
  const steps = readOfframpSteps(arrivals, REQUEST_ID)
  expect(steps.map(({ tone, isFinal }) => [tone, isFinal])).toEqual([
    ['plain', false],
    ['warn', false],
    ['good', true],
  ])
})

test('steps come only from signed webhooks about this request', () => {
  const forged = arrival(1, { event: 'payment.confirmed', subStatus: '' }, false)
  const other = arrival(2, { event: 'payment.confirmed', requestId: 'other' })
  const payers = arrival(3, { event: 'compliance.updated', requestId: null })
  expect(readOfframpSteps([forged, other, payers], REQUEST_ID)).toEqual([])
})

test('steps end with the reason for a failure', () => {
  const failed = arrival(1, {
    event: 'payment.failed',
    subStatus: 'bounced',
    failureReason: 'The bank sent it back.',
  })
  const [step] = readOfframpSteps([failed], REQUEST_ID)
  expect(step).toMatchObject({ tone: 'bad', isFinal: true, reason: 'The bank sent it back.' })
})

test('an unknown step has its own name as its label', () => {
  const [step] = readOfframpSteps([processing(1, 'in_orbit')], REQUEST_ID)
  expect(step).toMatchObject({ label: 'in_orbit', isFinal: false })
})
