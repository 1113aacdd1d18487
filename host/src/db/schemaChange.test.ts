import { expect, it } from 'vitest'
import { lockOf } from './lockOf.ts'
import { planSteps } from './schemaChange.ts'

const up = async () => {}

it('consecutive migrations without `needs` are one step, and each migration with `needs` is its own', () => {
  const changes = {
    '0004-d': { needs: '0001-a', up },
    '0001-a': { up },
    '0002-b': { up },
    '0003-c': { needs: '0001-a', up },
    '0005-e': { up },
    '0006-f': { up },
  }
  const names = (applied: readonly string[]) =>
    planSteps(changes, applied).map((step) => step.map(([name]) => name))
  expect(names([])).toEqual([['0001-a', '0002-b'], ['0003-c'], ['0004-d'], ['0005-e', '0006-f']])
  expect(names(['0001-a', '0003-c', '0006-f'])).toEqual([['0002-b'], ['0004-d'], ['0005-e']])
  expect(names(Object.keys(changes))).toEqual([])
})

it('a statement that no rule names is expected to block everything', () => {
  expect(lockOf('cluster payments').mode).toBe('ACCESS EXCLUSIVE')
})
