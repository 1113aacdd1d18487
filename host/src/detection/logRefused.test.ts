import { expect, it } from 'vitest'
import { createLogger } from '../log.ts'
import { logRefused } from './logRefused.ts'

const refused = (txHash: string, reason: string, requestId = '01') => ({
  network: 'base',
  requestId,
  txHash,
  reason,
})

it('logRefused logs repeated events of a request in one transaction as one line with a count', () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => lines.push(line) })
  const many = Array.from({ length: 400 }, () => refused('0xaa', 'wrong_token'))
  logRefused({ log }, [
    ...many,
    refused('0xaa', 'wrong_payee'),
    refused('0xaa', 'wrong_token', '02'),
    refused('0xbb', 'wrong_token'),
  ])
  const written = lines.map((line) => JSON.parse(line))
  expect(
    written.map(({ txHash, reason, requestId, count }) => [txHash, reason, requestId, count]),
  ).toEqual([
    ['0xaa', 'wrong_token', '01', 400],
    ['0xaa', 'wrong_payee', '01', undefined],
    ['0xaa', 'wrong_token', '02', undefined],
    ['0xbb', 'wrong_token', '01', undefined],
  ])
  expect(written[0]).toMatchObject({ network: 'base', msg: 'Refused payment' })
})
