import { expect, test } from 'vitest'
import { createConsoleFormat } from '../../createConsoleFormat.ts'
import { receivedPayment } from '../../testing/receivedPayment.ts'
import { en } from '../../text/en.ts'
import { describePayment } from './describePayment.ts'

const context = { format: createConsoleFormat('en'), text: en }

test('A converted payment shows its price, the tokens that arrived and its value in whole cents', () => {
  const payment = receivedPayment({
    amountInUsd: '30',
    reportingCurrency: 'EUR',
    amountInReportingCurrency: '27.64999',
  })
  expect(describePayment(payment, context)).toMatchObject({
    amount: '$30.00',
    received: '30.006\u00a0USDC',
    worth: '€27.64',
    status: 'Part paid',
    kind: 'Converted',
    reference: 'PO-7781',
    customer: 'Ana Silva',
    network: 'Ethereum',
    origin: null,
  })
})

test('A direct payment shows its amount once', () => {
  const payment = receivedPayment({
    type: 'direct',
    amount: '12.5',
    currency: 'USDC',
    convertedAmountDestination: null,
    amountInReportingCurrency: null,
  })
  expect(describePayment(payment, context)).toMatchObject({
    amount: '12.50\u00a0USDC',
    received: null,
    worth: null,
    kind: 'Direct',
  })
})

test('An amount keeps all its decimals', () => {
  const amount = '123456789012345678901234567890.123456789012345678'
  const payment = receivedPayment({ amount, currency: 'DAI' })
  expect(describePayment(payment, context).amount).toBe(
    '123,456,789,012,345,678,901,234,567,890.123456789012345678\u00a0DAI',
  )
})

test('A payment from another chain names both networks, and the arrival’s transaction', () => {
  const destinationTxHash = `0x${'b2'.repeat(32)}`
  const payment = receivedPayment({
    type: 'crosschain',
    sourceNetwork: 'base',
    destinationNetwork: 'optimism',
    destinationTxHash,
  })
  expect(describePayment(payment, context)).toMatchObject({
    network: 'OP Mainnet',
    origin: 'Base',
    txHash: destinationTxHash,
  })
})

test.each([
  [{ firstName: 'Ana', email: 'ana@example.test' }, 'Ana'],
  [{ email: 'ana@example.test' }, 'ana@example.test'],
  [{}, null],
  [null, null],
])('The customer %j is named %s', (customerInfo, customer) => {
  const { request } = receivedPayment({})
  const payment = receivedPayment({ request: { ...request, customerInfo } })
  expect(describePayment(payment, context).customer).toBe(customer)
})
