import { expect, test } from 'vitest'
import { type ScheduleDraft, ScheduleMemory } from './scheduleMemory.ts'

const draft: ScheduleDraft = {
  terms: {
    payer: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
    payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    currencyId: 'USDC-base',
    amount: '10',
    frequency: 'MONTHLY',
    startDate: '2026-12-01',
    totalPayments: 12,
    reference: null,
  },
  permit: {
    domain: {
      name: 'ERC20RecurringPaymentProxy',
      version: '1',
      chainId: 8453,
      verifyingContract: '0x',
    },
    types: { SchedulePermit: [] },
    values: permitValues(),
    primaryType: 'SchedulePermit',
    message: permitValues(),
  },
  approvals: [],
  walletId: 'test.wallet',
  approvalHash: null,
}

function permitValues() {
  const zero = { amount: '0', feeAmount: '0', relayerFee: '0', periodSeconds: 1, firstPayment: 1 }
  const address = { subscriber: '0x', token: '0x', recipient: '0x', feeAddress: '0x' }
  return { ...zero, ...address, totalPayments: 2, nonce: '0x', deadline: 1, strictOrder: true }
}

function fakeStorage() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('A draft persists across reloads under its schedule’s id until it is removed', () => {
  const storage = fakeStorage()
  new ScheduleMemory(storage).save('a', draft)
  const memory = new ScheduleMemory(storage)
  expect(memory.find('a')).toEqual(draft)
  expect(memory.find('b')).toBeNull()
  memory.forget('a')
  expect(memory.find('a')).toBeNull()
  expect(storage.values.size).toBe(0)
})

test('An invalid value is not read as a draft', () => {
  const storage = fakeStorage()
  const memory = new ScheduleMemory(storage)
  for (const text of ['', 'null', '{}', '{"terms":null,"permit":1,"approvals":1}', '{"terms":{}']) {
    storage.values.set('secure-payment-console:schedule:a', text)
    expect(memory.find('a')).toBeNull()
  }
})

test('The page keeps drafts in memory when the storage is missing or full', () => {
  const full = {
    ...fakeStorage(),
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  for (const storage of [null, full]) {
    const memory = new ScheduleMemory(storage)
    memory.save('a', draft)
    expect(memory.find('a')).toEqual(draft)
  }
})
