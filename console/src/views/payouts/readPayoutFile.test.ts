import { expect, test } from 'vitest'
import { createConsoleFormat } from '../../createConsoleFormat.ts'
import type { NetworkChoice } from '../../networkChoices.ts'
import { en } from '../../text/en.ts'
import type { Payout } from './readPayout.ts'
import { findFileNetwork, judgeFile, type PayoutFile, readPayoutFile } from './readPayoutFile.ts'
import { findDuplicates, sumPayouts } from './summarizePayouts.ts'

const ANA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BEN = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const HEAD = 'recipient,currency,amount,reference,recipient_id'
const { file: sentences } = en.payouts
const context = { text: en, format: createConsoleFormat('en') }

const devnet: NetworkChoice = {
  id: 'devnet',
  chainId: 31_337,
  name: 'Devnet',
  isTest: true,
  family: 'evm',
  tokens: ['USDC', 'DAI'].map((symbol, index) => ({
    currencyId: `${symbol}-devnet`,
    symbol,
    name: symbol,
    address: `0x${String(index + 1).repeat(40)}`,
    isNative: false,
  })),
}

function read(content: string): PayoutFile {
  const file = readPayoutFile(content, context)
  if (typeof file === 'string') throw new Error(file)
  return file
}

const judge = (content: string) => judgeFile(read(content), { network: devnet, text: en })

test('Columns are found by their titles, in any order and letter case', () => {
  const file = read(`Amount;Recipient ID;Currency;Note;PAYEE\r\n12.50;emp-7;USDC;hello;${ANA}\r\n`)
  expect(file.ignored).toEqual(['Note'])
  expect(file.rows).toEqual([
    {
      row: 2,
      cells: {
        recipient: ANA,
        currency: 'USDC',
        amount: '12.50',
        reference: '',
        recipient_id: 'emp-7',
      },
    },
  ])
  const [row] = judgeFile(file, { network: devnet, text: en })
  expect(row?.payout).toMatchObject({ amount: '12.5', recipientId: 'emp-7', reference: null })
})

test.each(['12,50', '1,250', '1.250,00'])('The spreadsheet amount %j is rejected', (amount) => {
  const rows = judge(`recipient;currency;amount\r\n${ANA};USDC;${amount}\r\n`)
  expect(rows[0]?.problems).toEqual({ amount: en.amounts.plainInFile })
})

test.each([
  ['nothing', '', sentences.empty],
  ['only titles', `${HEAD}\n`, sentences.empty],
  ['no titles', `${ANA},USDC,1\n`, sentences.missing(3, '“recipient”, “currency”, and “amount”')],
  ['a missing column', `recipient,amount\n${ANA},1\n`, sentences.missing(1, '“currency”')],
  [
    'a repeated column',
    `recipient,wallet,currency,amount\n${ANA},${BEN},USDC,1`,
    sentences.twice('recipient'),
  ],
  ['an extra cell', `recipient,currency,amount\n${ANA},USDC,1,000`, sentences.longRow(2)],
  ['a broken quote', `${HEAD}\n"${ANA}`, sentences.fault.unclosed_quote(2)],
  [
    '201 rows',
    [HEAD, ...Array.from({ length: 201 }, () => `${ANA},USDC,1,,`)].join('\n'),
    sentences.tooMany(201, 200),
  ],
])('A file with %s is rejected as a whole', (_, content, reason) => {
  expect(readPayoutFile(content, context)).toBe(reason)
})

test('A file of 200 rows is accepted', () => {
  const rows = Array.from({ length: 200 }, () => `${ANA},USDC,1,,`)
  expect(read([HEAD, ...rows].join('\n')).rows).toHaveLength(200)
})

test('Every invalid cell is reported with its row', () => {
  const rows = judge(`${HEAD}\n${ANA},USDC,1,,\n\nnobody,EUR,1,,\n${BEN},DAI,0,,`)
  expect(rows.map(({ row, problems }) => [row, Object.keys(problems).sort()])).toEqual([
    [2, []],
    [4, ['currency', 'recipient']],
    [5, ['amount']],
  ])
})

test('findFileNetwork returns the first available network that a currency id names', () => {
  const other = { ...devnet, id: 'base' }
  const networks = [other, devnet]
  expect(findFileNetwork(read(`${HEAD}\n${ANA},USDC,1,,\n${ANA},USDC-devnet,1,,`), networks)).toBe(
    devnet,
  )
  expect(findFileNetwork(read(`${HEAD}\n${ANA},USDC,1,,`), networks)).toBeNull()
  expect(findFileNetwork(read(`${HEAD}\n${ANA},USDC-sepolia,1,,`), networks)).toBeNull()
})

test('Totals are exact, per currency', () => {
  const rows = judge(
    `${HEAD}\n${ANA},USDC,0.1,,\n${BEN},USDC,0.2,,\n${BEN},DAI,0.000000000000000001,,`,
  )
  const payouts = rows.flatMap(({ payout }): Payout[] => (payout === null ? [] : [payout]))
  expect(sumPayouts(payouts)).toEqual([
    { currencyId: 'USDC-devnet', symbol: 'USDC', amount: '0.3', count: 2 },
    { currencyId: 'DAI-devnet', symbol: 'DAI', amount: '0.000000000000000001', count: 1 },
  ])
})

test('findDuplicates finds a repeated amount to the same wallet, in any notation', () => {
  const rows = judge(
    `${HEAD}\n${ANA},USDC,1,a,\n${BEN},USDC,1,,\n${ANA.toLowerCase()},USDC-devnet,1.00,b,\n${ANA},DAI,1,,\nx,x,x,,\nx,x,x,,`,
  )
  expect(findDuplicates(rows).map((group) => group.map(({ row }) => row))).toEqual([[2, 4]])
})
