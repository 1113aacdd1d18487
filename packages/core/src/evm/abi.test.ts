import { toEventSelector, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { PAYMENT_TOPICS, READ_SELECTORS, SELECTORS, TOPICS } from './index.ts'

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
    erc20Conversion: toFunctionSelector(
      'function transferFromWithReferenceAndFee(address,uint256,address[],bytes,uint256,address,uint256,uint256)',
    ),
    nativeConversion: toFunctionSelector(
      'function transferWithReferenceAndFee(address,uint256,address[],bytes,uint256,address,uint256)',
    ),
  })
  expect(READ_SELECTORS).toEqual({
    getRate: toFunctionSelector('function getRate(address[])'),
    conversionPathOf: toFunctionSelector('function chainlinkConversionPath()'),
    batchFee: toFunctionSelector('function batchFee()'),
    batchFeeLimit: toFunctionSelector('function batchFeeAmountUSDLimit()'),
  })
})

test('every topic is the hash of its event', () => {
  const payment = 'TransferWithReferenceAndFee'
  expect(TOPICS).toEqual({
    erc20Payment: toEventSelector(
      `event ${payment}(address,address,uint256,bytes,uint256,address)`,
    ),
    nativePayment: toEventSelector(`event ${payment}(address,uint256,bytes,uint256,address)`),
    conversion: toEventSelector(
      'event TransferWithConversionAndReference(uint256,address,bytes,uint256,uint256)',
    ),
    transfer: toEventSelector('event Transfer(address,address,uint256)'),
    approval: toEventSelector('event Approval(address,address,uint256)'),
  })
  expect(PAYMENT_TOPICS).toEqual([TOPICS.erc20Payment, TOPICS.nativePayment, TOPICS.conversion])
})
