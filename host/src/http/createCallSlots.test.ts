import { describe, expect, it } from 'vitest'
import { createCallSlots } from './createCallSlots.ts'
import { TooManyCallsError } from './errors.ts'

/** Requests slots and collects the holders that get one, in order. */
function openDesk(total: number, maxWaiting?: number) {
  const take = createCallSlots(total, maxWaiting)
  const given: { holder: string; leave: () => void }[] = []
  return {
    given,
    async ask(holder: string, count: number): Promise<void> {
      for (let time = 0; time < count; time += 1) {
        void take(holder).then(
          (leave) => given.push({ holder, leave }),
          () => given.push({ holder: 'refused', leave() {} }),
        )
      }
      await settled()
    },
    countOf: (holder: string) => given.filter((one) => one.holder === holder).length,
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('Slots of calls', () => {
  it('a merchant gets at most half of the slots, and another merchant gets one at once', async () => {
    const desk = openDesk(256)
    await desk.ask('greedy', 1_000)
    expect(desk.countOf('greedy')).toBe(128)
    await desk.ask('other', 1)
    expect(desk.countOf('other')).toBe(1)
  })

  it('a new merchant gets a slot in turn, regardless of how many merchants wait', async () => {
    const desk = openDesk(256)
    for (let merchant = 0; merchant < 30; merchant += 1) await desk.ask(`greedy-${merchant}`, 100)
    await desk.ask('newcomer', 1)
    // Each holder that waits before the newcomer gets one slot first.
    for (let ended = 0; ended < 30 && desk.countOf('newcomer') === 0; ended += 1) {
      desk.given[ended]?.leave()
      await settled()
    }
    expect(desk.countOf('newcomer')).toBe(1)
  })

  it('released slots go to waiting merchants in turn, and none is lost', async () => {
    const desk = openDesk(4)
    await desk.ask('a', 6)
    await desk.ask('b', 3)
    await desk.ask('c', 3)
    for (let index = 0; index < desk.given.length; index += 1) {
      desk.given[index]?.leave()
      // The second call has no effect.
      desk.given[index]?.leave()
      await settled()
    }
    expect(desk.given.map(({ holder }) => holder).toSorted()).toEqual([...'aaaaaabbbccc'])
    const waited = desk.given
      .slice(3)
      .map(({ holder }) => holder)
      .join('')
    expect(waited.slice(0, 4)).not.toBe('aaaa')
    await desk.ask('d', 2)
    expect(desk.countOf('d')).toBe(2)
  })

  it('calls are rejected for a merchant with too many waiting calls, and only for that merchant', async () => {
    const take = createCallSlots(2, 3)
    await take('a')
    for (let time = 0; time < 3; time += 1) void take('a')
    await expect(take('a')).rejects.toThrow(TooManyCallsError)
    await expect(take('a')).rejects.toMatchObject({ code: 'too_many_calls', retryAfterS: 1 })
    expect(await Promise.race([take('b').then(() => 'waits no error'), settled()])).not.toBe(
      'error',
    )
  })
})
