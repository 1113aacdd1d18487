import { describe, expect, it } from 'vitest'
import {
  type Circuit,
  createCircuit,
  FAILURES_TO_OPEN,
  OPEN_MS,
  type Permit,
} from './createCircuit.ts'

function open() {
  const clock = { nowMs: 1_000_000 }
  const events: string[] = []
  const circuit = createCircuit({
    nowMs: () => clock.nowMs,
    onOpen: (failures) => events.push(`open after ${failures}`),
    onClose: () => events.push('close'),
  })
  return { circuit, clock, events }
}

function enter(circuit: Circuit): Permit {
  const permit = circuit.enter()
  if (permit === null) throw new Error('the circuit is open')
  return permit
}

function fail(circuit: Circuit, times: number): void {
  for (let count = 0; count < times; count++) enter(circuit).failed()
}

describe('createCircuit', () => {
  it('createCircuit opens only after the full number of consecutive failures', () => {
    const { circuit, events } = open()
    fail(circuit, FAILURES_TO_OPEN - 1)
    enter(circuit).succeeded()
    fail(circuit, FAILURES_TO_OPEN - 1)
    expect(circuit.enter()).not.toBeNull()
    expect(events).toEqual([])
    fail(circuit, 1)
    expect(circuit.enter()).toBeNull()
    expect(events).toEqual([`open after ${FAILURES_TO_OPEN}`])
  })

  it('createCircuit allows one probe after the pause, and closes if the probe succeeds', () => {
    const { circuit, clock, events } = open()
    fail(circuit, FAILURES_TO_OPEN)
    clock.nowMs += OPEN_MS - 1
    expect(circuit.enter()).toBeNull()
    clock.nowMs += 1
    const probe = enter(circuit)
    expect(circuit.enter()).toBeNull()
    probe.succeeded()
    expect(circuit.enter()).not.toBeNull()
    expect(events).toEqual([`open after ${FAILURES_TO_OPEN}`, 'close'])
    // The success resets the count of failures.
    fail(circuit, FAILURES_TO_OPEN - 1)
    expect(circuit.enter()).not.toBeNull()
  })

  it('createCircuit opens again for the same time if the probe fails', () => {
    const { circuit, clock, events } = open()
    fail(circuit, FAILURES_TO_OPEN)
    clock.nowMs += OPEN_MS
    enter(circuit).failed()
    clock.nowMs += OPEN_MS - 1
    expect(circuit.enter()).toBeNull()
    clock.nowMs += 1
    expect(circuit.enter()).not.toBeNull()
    expect(events).toEqual([`open after ${FAILURES_TO_OPEN}`, `open after ${FAILURES_TO_OPEN + 1}`])
  })

  it('createCircuit ignores results of calls that started before it opened', () => {
    const { circuit, clock, events } = open()
    const slowToSucceed = enter(circuit)
    const slowToFail = enter(circuit)
    fail(circuit, FAILURES_TO_OPEN)
    slowToSucceed.succeeded()
    expect(circuit.enter()).toBeNull()
    clock.nowMs += OPEN_MS
    const probe = enter(circuit)
    slowToFail.failed()
    expect(circuit.enter()).toBeNull()
    probe.succeeded()
    expect(circuit.enter()).not.toBeNull()
    expect(events).toEqual([`open after ${FAILURES_TO_OPEN}`, 'close'])
  })

  it('createCircuit counts a call once, by its first result', () => {
    const { circuit } = open()
    const permit = enter(circuit)
    for (let count = 0; count < FAILURES_TO_OPEN; count++) permit.failed()
    expect(circuit.enter()).not.toBeNull()
  })

  it('createCircuit allows a probe when the clock is set back', () => {
    const { circuit, clock } = open()
    fail(circuit, FAILURES_TO_OPEN)
    clock.nowMs -= 3_600_000
    expect(circuit.enter()).not.toBeNull()
  })
})
