import { toEventSelector, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { PAYMENT_TOPICS, SELECTORS, TOPICS } from './index.ts'

test('every selector is the hash of its signature', () => {
  const batch =
    'function batchPayments((uint256,(address,uint256,address[],bytes,uint256,uint256,uint256)[])[],address[][],address)'
  expect(SELECTORS).toEqual({
    approve: toFunctionSelector('function approve(address,uint256)'),
    erc20Payment: toFunctionSelector(
      'function transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)',
    ),
    nativePayment: toFunctionSelector(
      'function transferWithReferenceAndFee(address,bytes,uint256,address)',
    ),
    exactNativePayment: toFunctionSelector(
      'function transferExactEthWithReferenceAndFee(address,uint256,bytes,uint256,address)',
    ),
    batch: toFunctionSelector(batch),
  })
})

test('every topic is the hash of its event', () => {
  const payment = 'TransferWithReferenceAndFee'
  expect(TOPICS).toEqual({
    erc20Payment: toEventSelector(
      `event ${payment}(address,address,uint256,bytes,uint256,address)`,
    ),
    nativePayment: toEventSelector(`event ${payment}(address,uint256,bytes,uint256,address)`),
    transfer: toEventSelector('event Transfer(address,address,uint256)'),
    approval: toEventSelector('event Approval(address,address,uint256)'),
  })
  expect(PAYMENT_TOPICS).toEqual([TOPICS.erc20Payment, TOPICS.nativePayment])
})
