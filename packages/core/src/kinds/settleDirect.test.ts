import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import type { PaymentLog } from '../evm/index.ts'
import { getNetwork } from '../networks/index.ts'
import { batch, direct, type PaymentTerms } from './index.ts'

const mainnet = getNetwork('mainnet')
const ERC20_PROXY = '0x370de27fdb7d1ff1e1baa7d11c5820a324cf623c'
const NATIVE_PROXY = '0xfcfbcfc4f5a421089e3df45455f7f4985fe2d6a8'
const OLD_NATIVE_PROXY = '0xc6e23a20c0a1933acc8e30247b5d1e2215796c1f'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const PAYEE = '0x5F83dE90ccA73d0695e6642B4cd2eB2B7D644f9E'
const OTHER = '0x0c8bbadeacb2346ed4296ae6d2c575738eeac989'

const terms: PaymentTerms = {
  network: 'mainnet',
  token: USDC,
  payee: PAYEE,
  amountUnits: 10_000_000n,
  paymentReference: '0xcd5add6bac7bb5c9',
  feeUnits: 0n,
  feeAddress: null,
}
const log: PaymentLog = {
  kind: 'erc20',
  contract: ERC20_PROXY,
  token: USDC.toLowerCase(),
  payee: PAYEE.toLowerCase(),
  amountUnits: 1n,
  feeUnits: 0n,
  feeAddress: OTHER,
  referenceTopic: keccak256('0xcd5add6bac7bb5c9'),
  logIndex: 0,
  transactionHash: '0x',
  blockNumber: 1n,
  blockHash: '0x',
}
const nativeTerms = { ...terms, token: null }
const nativeLog: PaymentLog = { ...log, kind: 'native', contract: NATIVE_PROXY, token: null }

test('an event of the right proxy, token, payee and reference is credited, whatever its amount', () => {
  expect(direct.settle(terms, log, mainnet)).toEqual({ credited: true })
  expect(batch.settle(terms, log, mainnet)).toEqual({ credited: true })
  expect(direct.settle(nativeTerms, nativeLog, mainnet)).toEqual({ credited: true })
})

test('an older version of the proxy still counts', () => {
  const old = { ...nativeLog, contract: OLD_NATIVE_PROXY }
  expect(direct.settle(nativeTerms, old, mainnet)).toEqual({ credited: true })
})

test.each<[string, PaymentTerms, PaymentLog, string]>([
  ['another network', { ...terms, network: 'base' }, log, 'wrong_network'],
  ['a look-alike proxy', terms, { ...log, contract: OTHER }, 'wrong_contract'],
  ["the other proxy's address", terms, { ...log, contract: NATIVE_PROXY }, 'wrong_contract'],
  [
    'a native event of the token proxy',
    nativeTerms,
    { ...nativeLog, contract: ERC20_PROXY },
    'wrong_contract',
  ],
  [
    'another reference',
    terms,
    { ...log, referenceTopic: keccak256('0xcd5add6bac7bb5c8') },
    'wrong_reference',
  ],
  ['another token', terms, { ...log, token: OTHER }, 'wrong_token'],
  ['the coin instead of a token', terms, nativeLog, 'wrong_token'],
  ['a token instead of the coin', nativeTerms, log, 'wrong_token'],
  ['another payee', terms, { ...log, payee: OTHER }, 'wrong_payee'],
])('an event of %s is not credited', (_, expected, received, reason) => {
  expect(direct.settle(expected, received, mainnet)).toEqual({ credited: false, reason })
})

test('a network without the proxy credits nothing', () => {
  const bare = { ...mainnet, contracts: {} }
  expect(direct.settle(terms, log, bare)).toEqual({ credited: false, reason: 'wrong_contract' })
})
