import { expect, it } from 'vitest'
import { createLagRecord } from './createLagRecord.ts'

it('a replica that has replayed everything lags by the time since the measurement', () => {
  const lag = createLagRecord(0)
  lag.written(1_000, 50n)
  lag.replayed(50n)
  expect(lag.lagMs(1_200)).toBe(200)
})

it('an idle primary does not make its replica lag', () => {
  const lag = createLagRecord(0)
  for (const atMs of [500, 1_000, 1_500]) {
    lag.written(atMs, 50n)
    lag.replayed(50n)
  }
  expect(lag.lagMs(1_500)).toBe(0)
})

it('a replica behind the primary lags since the last position that it has reached', () => {
  const lag = createLagRecord(0)
  lag.written(1_000, 50n)
  lag.written(2_000, 60n)
  lag.written(3_000, 70n)
  lag.replayed(65n)
  expect(lag.lagMs(3_000)).toBe(1_000)
  lag.replayed(70n)
  expect(lag.lagMs(3_000)).toBe(0)
})

it('a replica that never responds lags since the start of the measurement', () => {
  const lag = createLagRecord(0)
  for (let atMs = 0; atMs < 3_000_000; atMs += 500) lag.written(atMs, BigInt(atMs))
  expect(lag.lagMs(3_000_000)).toBe(3_000_000)
  lag.replayed(3_000_000n)
  lag.written(3_000_500, 3_000_000n)
  lag.replayed(3_000_000n)
  expect(lag.lagMs(3_000_500)).toBe(0)
})
