import { expect, test } from 'vitest'
import { MAX_LINKS, type MadeLink, PayoutMemory } from './payoutMemory.ts'

const link: MadeLink = {
  createdAt: '2026-11-21T09:30:00.000Z',
  network: 'base',
  payouts: [
    {
      requestId: 'first',
      recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      currencyId: 'USDC-base',
      symbol: 'USDC',
      decimals: 6,
      amount: '12.5',
      reference: 'PO-7',
      recipientId: null,
    },
  ],
  status: null,
}
const linkOf = (requestId: string): MadeLink => ({
  ...link,
  payouts: link.payouts.map((payout) => ({ ...payout, requestId })),
})

function fakeStorage() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('Links persist across reloads, newest first, and are found by any of their requests', () => {
  const storage = fakeStorage()
  const memory = new PayoutMemory(storage, 'north')
  memory.save(link)
  const two = { ...link, payouts: [...linkOf('a').payouts, ...linkOf('b').payouts] }
  memory.save(two)
  const later = new PayoutMemory(storage, 'north')
  expect(later.list()).toEqual([two, link])
  expect(later.find('b')).toEqual(two)
  expect(later.find('other')).toBeNull()
})

test('A merchant cannot see another merchant’s links in the same browser', () => {
  const storage = fakeStorage()
  new PayoutMemory(storage, 'north').save(link)
  expect(new PayoutMemory(storage, 'south').list()).toEqual([])
})

test('PayoutMemory removes the oldest links beyond the maximum', () => {
  const memory = new PayoutMemory(fakeStorage(), 'north')
  for (let index = 0; index <= MAX_LINKS; index += 1) memory.save(linkOf(`request-${index}`))
  expect(memory.list()).toHaveLength(50)
  expect(memory.find('request-0')).toBeNull()
  expect(memory.find('request-50')).not.toBeNull()
})

test('A link’s state is stored, except for a link that was not created here', () => {
  const memory = new PayoutMemory(fakeStorage(), 'north')
  memory.save(link)
  memory.noteStatus('first', 'completed')
  memory.noteStatus('other', 'expired')
  expect(memory.list()).toEqual([{ ...link, status: 'completed' }])
})

test('PayoutMemory can remove every stored link', () => {
  const storage = fakeStorage()
  const memory = new PayoutMemory(storage, 'north')
  memory.save(link)
  memory.clear()
  expect(memory.list()).toEqual([])
  expect(storage.values.size).toBe(0)
})

test('PayoutMemory treats an unreadable, full or blocked storage as empty', () => {
  const storage = fakeStorage()
  const memory = new PayoutMemory(storage, 'north')
  memory.save(link)
  const [[key = ''] = []] = [...storage.values]
  const broken = { ...link, payouts: [{ ...link.payouts[0], amount: '1e3' }] }
  for (const text of ['{', 'null', '[{}]', JSON.stringify([broken])]) {
    storage.setItem(key, text)
    expect(memory.list()).toEqual([])
  }
  const full = () => {
    throw new Error('QuotaExceededError')
  }
  new PayoutMemory({ getItem: full, setItem: full, removeItem: full }, 'north').save(link)
  expect(new PayoutMemory(null, 'north').list()).toEqual([])
})
