import { describe, expect, test } from 'vitest'
import { decodeApprovalLog, decodePaymentLog, decodeTransferLog, type RawLog } from './index.ts'

const word = (digits: string) => digits.padStart(64, '0')
const PARTY = '5f83de90cca73d0695e6642b4cd2eb2b7d644f9e'
const TOPIC = `0x${'ab'.repeat(32)}` as const
const base = {
  address: '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C',
  logIndex: 3,
  transactionHash: TOPIC,
  blockNumber: 9n,
  blockHash: TOPIC,
} as const

/** Words of the event's data, in the layout of the contract's ABI. */
const erc20Words = [word(PARTY), word(PARTY), word('64'), word('0a'), word(PARTY)]
const nativeWords = [word(PARTY), word('64'), word('0a'), word(PARTY)]
const ERC20 = '0x9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6'
const NATIVE = '0xa1c241e337c4610a9d0f881111e977e9dc8690c85fe2108897bb1483c66e6a96'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

const paymentLog = (topic: `0x${string}`, words: string[]): RawLog => ({
  ...base,
  topics: [topic, TOPIC],
  data: `0x${words.join('')}`,
})

describe('decodePaymentLog', () => {
  test('decodePaymentLog reads both proxies, and returns the emitter in lower case', () => {
    expect(decodePaymentLog(paymentLog(ERC20, erc20Words))).toMatchObject({
      kind: 'erc20',
      contract: base.address.toLowerCase(),
      token: `0x${PARTY}`,
      amountUnits: 100n,
      feeUnits: 10n,
    })
    expect(decodePaymentLog(paymentLog(NATIVE, nativeWords))).toMatchObject({
      kind: 'native',
      token: null,
      amountUnits: 100n,
    })
  })

  test.each<[string, RawLog]>([
    ['of another event', paymentLog(TRANSFER, erc20Words)],
    ['with the words of the other proxy', paymentLog(ERC20, nativeWords)],
    ['with the other words of the other proxy', paymentLog(NATIVE, erc20Words)],
    ['with a word too many', paymentLog(ERC20, [...erc20Words, word('0')])],
    ['without data', paymentLog(ERC20, [])],
    ['with half a word', paymentLog(ERC20, [...erc20Words, '00'])],
    [
      'with a dirty address',
      paymentLog(ERC20, [`1${erc20Words[0]?.slice(1)}`, ...erc20Words.slice(1)]),
    ],
    [
      'with an amount that is not hex',
      paymentLog(ERC20, [...erc20Words.slice(0, 2), word('6g'), ...erc20Words.slice(3)]),
    ],
    [
      'with a blank amount',
      paymentLog(ERC20, [...erc20Words.slice(0, 2), ' '.repeat(64), ...erc20Words.slice(3)]),
    ],
    [
      'with an amount that ends in a blank',
      paymentLog(ERC20, [...erc20Words.slice(0, 2), `${'f'.repeat(63)} `, ...erc20Words.slice(3)]),
    ],
    ['with one topic', { ...paymentLog(ERC20, erc20Words), topics: [ERC20] }],
    ['with three topics', { ...paymentLog(ERC20, erc20Words), topics: [ERC20, TOPIC, TOPIC] }],
    ['with a short topic', { ...paymentLog(ERC20, erc20Words), topics: [ERC20, '0xab'] }],
    ['without topics', { ...paymentLog(ERC20, erc20Words), topics: [] }],
  ])('decodePaymentLog is null for a log %s', (_, log) => {
    expect(decodePaymentLog(log)).toBeNull()
  })
})

describe('decodeTransferLog and decodeApprovalLog', () => {
  const from = `0x${word(PARTY)}` as const
  const log = (topic: `0x${string}`): RawLog => ({
    ...base,
    topics: [topic, from, from],
    data: `0x${word('63')}`,
  })

  test('decodeTransferLog and decodeApprovalLog read amount and parties', () => {
    const token = base.address.toLowerCase()
    const party = `0x${PARTY}`
    expect(decodeTransferLog(log(TRANSFER))).toEqual({
      ...{ token, from: party, to: party, amountUnits: 99n, logIndex: 3 },
    })
    expect(decodeApprovalLog(log(APPROVAL))).toEqual({
      ...{ token, owner: party, spender: party, amountUnits: 99n, logIndex: 3 },
    })
  })

  test.each<[string, RawLog]>([
    [
      'of an ERC-721 transfer',
      { ...log(TRANSFER), topics: [TRANSFER, from, from, from], data: '0x' },
    ],
    ['without indexed parties', { ...log(TRANSFER), topics: [TRANSFER] }],
    ['with a dirty party', { ...log(TRANSFER), topics: [TRANSFER, `0x1${from.slice(3)}`, from] }],
    ['with a long party', { ...log(TRANSFER), topics: [TRANSFER, from, `${from}00`] }],
    ['without an amount', { ...log(TRANSFER), data: '0x' }],
    ['with two amounts', { ...log(TRANSFER), data: `0x${word('1')}${word('1')}` }],
    ['of another event', log(ERC20)],
  ])('decodeTransferLog and decodeApprovalLog are null for a log %s', (_, changed) => {
    expect(decodeTransferLog(changed)).toBeNull()
    expect(decodeApprovalLog(changed)).toBeNull()
  })
})
