import { encodeApprove, encodeErc20Payment } from '@secure-payment/core/evm'
import type { AccountInfo } from '../accountInfo.ts'
import type { PaymentItem } from '../paymentMetadata.ts'
import type { NetworkFee } from '../payOption.ts'
import type { Review } from '../review.ts'
import {
  batchPayout,
  bornePayment,
  dollarPayment,
  PAYEES,
  PROXY,
  singlePayment,
  singlePayout,
  USDC,
} from './fixturePayments.ts'

export const account: AccountInfo = {
  address: '0x12abF39Fd6e51aad88F6F4ce6aB8827279cf89cd',
  chainId: 84532,
  wallet: { id: 'io.metamask', name: 'MetaMask', rdns: 'io.metamask' },
}

export const option = {
  id: 'base-sepolia:USDC',
  network: 'base-sepolia',
  symbol: 'USDC',
  needed: '10.02',
  costs: [{ symbol: 'USDC', amount: '10.02' }],
  spending: [{ symbol: 'USDC', amount: '10.02' }],
  balance: '1284.5',
  hasEnoughBalance: true,
  missing: null,
  hasEnoughGas: true,
  route: 'direct',
} as const

export const review: Review = {
  items: [...singlePayment.items.map(reviewItem)],
  totalNeeded: [{ symbol: 'USDC', amount: '10.02' }],
  spending: [{ symbol: 'USDC', amount: '10.02' }],
  networkName: 'Base Sepolia',
  contractAddress: PROXY,
  steps: ['approve', 'pay'],
  allowances: [{ symbol: 'USDC', amount: '10.02' }, null],
  verified: true,
  calldata: [
    encodeApprove({ token: USDC, spender: PROXY, amountUnits: 10_020_000n }),
    encodeErc20Payment({
      proxy: PROXY,
      token: USDC,
      payee: PAYEES[0],
      amountUnits: 10_000_000n,
      paymentReference: '0x5f1c0d3e2b4a6978',
      feeUnits: 20_000n,
      feeAddress: PAYEES[1],
    }),
  ],
}

/** The estimated fee of `review`, and of `dollarReview`. */
export const networkFee: NetworkFee = {
  symbol: 'ETH',
  amount: '0.00042',
  worth: { symbol: 'USDC', amount: '1.01' },
}
export const dollarFee: NetworkFee = { ...networkFee, worth: { symbol: 'USD', amount: '1.01' } }

export const dollarReview: Review = {
  ...review,
  items: dollarPayment.items.map((from) => ({
    ...reviewItem(from),
    conversion: {
      about: { symbol: 'USDC', amount: '80.016' },
      most: { symbol: 'USDC', amount: '80.81616' },
    },
  })),
  totalNeeded: [{ symbol: 'USD', amount: '80' }],
  spending: [{ symbol: 'USDC', amount: '80.81616' }],
  allowances: [{ symbol: 'USDC', amount: '80.81616' }, null],
}

/** Paid with a signature in place of all transactions. */
export const signedReview: Review = {
  ...review,
  steps: ['pay'],
  allowances: [null],
  message: {
    domain: { name: 'USDC', version: '2', chainId: 84532, verifyingContract: USDC },
    types: { ReceiveWithAuthorization: [{ name: 'to', type: 'address' }] },
    primaryType: 'ReceiveWithAuthorization',
    message: { to: PROXY },
  },
}

/** 10 USDC in all: the payee receives 9.98. */
export const borneReview: Review = {
  ...review,
  items: bornePayment(singlePayment).items.map((from) => ({ ...reviewItem(from), amount: '9.98' })),
  totalNeeded: [{ symbol: 'USDC', amount: '10' }],
  spending: [{ symbol: 'USDC', amount: '10' }],
  allowances: [{ symbol: 'USDC', amount: '10' }, null],
}

export const payoutReview: Review = {
  ...review,
  items: singlePayout.items.map(reviewItem),
  totalNeeded: [{ symbol: 'USDC', amount: '10' }],
  spending: [{ symbol: 'USDC', amount: '10' }],
  allowances: [{ symbol: 'USDC', amount: '10' }, null],
}

export const batchPayoutReview: Review = {
  ...payoutReview,
  items: batchPayout.items.map(reviewItem),
  totalNeeded: [{ symbol: 'USDC', amount: '2102.500001' }],
  spending: [{ symbol: 'USDC', amount: '2102.500001' }],
  allowances: [{ symbol: 'USDC', amount: '2102.500001' }, null],
  networkName: 'Base',
}

export function reviewItem(from: PaymentItem): Review['items'][number] {
  const { requestId, payee, amount, symbol, fee } = from
  return {
    requestId,
    payee,
    amount,
    symbol,
    fee,
    conversion: null,
    contract: PROXY,
  }
}
