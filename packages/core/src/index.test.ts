import { describe, expect, it } from 'vitest'
import * as destinations from './destinations/index.ts'
import * as root from './index.ts'
import * as networks from './networks/index.ts'
import * as recurring from './recurring/index.ts'

describe('the public entry points', () => {
  it('the root entry point exports the listed names', () => {
    expect(Object.keys(root).sort()).toMatchInlineSnapshot(`
      [
        "AmountError",
        "ArithmeticRangeError",
        "BaseError",
        "InvalidAddressError",
        "InvalidInputError",
        "MAX_UINT256",
        "MIN_TEXT_CONTRAST",
        "MalformedValueError",
        "OWN_COLOURS",
        "PAGE_COLOUR",
        "PercentageError",
        "UnknownCurrencyError",
        "UnknownNetworkError",
        "batchFeeAddress",
        "batchFees",
        "contrastPairs",
        "contrastRatio",
        "createPaymentReference",
        "createRefundSalt",
        "createRequestId",
        "createSalt",
        "createUlid",
        "deriveBrandTheme",
        "divide",
        "feeOnTop",
        "formatAmount",
        "formatRefundClaim",
        "formatSignInMessage",
        "formatTronAddress",
        "hasMarks",
        "inkOn",
        "isOrderTotal",
        "isUlid",
        "joinPayment",
        "orderLineTotal",
        "orderTax",
        "orderTotal",
        "parseAmount",
        "parsePercent",
        "parseSignInMessage",
        "percentOf",
        "planFee",
        "quoteInput",
        "referenceTopic",
        "splitPayment",
        "topicKey",
        "tronAddressBody",
        "withoutMarks",
      ]
    `)
  })

  it('the entry point ./recurring exports the listed names', () => {
    expect(Object.keys(recurring).sort()).toMatchInlineSnapshot(`
      [
        "MAX_PERMIT_PAYMENTS",
        "PERMIT_DOMAIN",
        "RECURRING_SELECTORS",
        "RELAYER_ROLE",
        "SCHEDULE_PERMIT_TYPEHASH",
        "decodeBool",
        "decodeTriggerPayment",
        "encodeCancelPermit",
        "encodeHasRelayerRole",
        "encodeIsCancelled",
        "encodeTriggerPayment",
        "hashPermit",
        "largestPeriodSeconds",
        "permitTypedData",
      ]
    `)
  })

  it('the entry point ./networks exports the listed names', () => {
    expect(Object.keys(networks).sort()).toMatchInlineSnapshot(`
      [
        "UnknownContractError",
        "contractNames",
        "currencies",
        "defineNetwork",
        "explorerTransactionUrl",
        "findCurrency",
        "findCurrencyByToken",
        "findNetwork",
        "findNetworkByChainId",
        "getCurrency",
        "getNetwork",
        "networks",
        "withContracts",
      ]
    `)
  })

  it('the entry point ./destinations exports the listed names', () => {
    expect(Object.keys(destinations).sort()).toMatchInlineSnapshot(`
      [
        "DestinationError",
        "destinationToken",
        "formatDestinationId",
        "parseDestinationId",
      ]
    `)
  })
})
