import { InvalidInputError } from '@secure-payment/core'
import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import type { Config } from '../config.ts'
import { planOptions } from './planOptions.ts'
import { planRequest } from './planRequest.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

// The cast is safe, because no other members are read.
const config = {
  networks: ['base', 'matic', 'sepolia', 'devnet', 'devnet-b'].map((id) => ({
    network: getNetwork(id),
  })),
  maxRateAgeS: null,
} as unknown as Pick<Config, 'networks' | 'maxRateAgeS'>

const terms = { fee: null, bound: null, path: '', prices: { canPrice: () => true } }

function optionsOf(paymentCurrency: string, accepts: readonly string[]): readonly string[] {
  const stated = { payee: PAYEE, invoiceCurrency: 'EUR', paymentCurrency, amount: '100' }
  const planned = planRequest(config, stated, terms)
  return planOptions(config, { accepts }, planned, terms).map((option) => option.paymentCurrency)
}

describe('A payment that accepts several currencies', () => {
  it.each([
    ['USDC-base', 'fUSDC-sepolia'],
    ['USDC-base', 'ETH-sepolia-sepolia'],
    ['fUSDC-sepolia', 'USDC-base'],
  ])('a payment in %s does not accept %s, because only one of them is test money', (own, other) => {
    const plan = () => optionsOf(own, ['USDC-matic', other])
    expect(plan).toThrow(InvalidInputError)
    const issue = { field: expect.stringMatching(/^accepts\[[01]\]$/), code: 'test_money' }
    expect(plan).toThrow(expect.objectContaining({ issues: [expect.objectContaining(issue)] }))
  })

  it.each([
    ['USDC-base', ['USDCn-matic', 'ETH-base-base']],
    ['fUSDC-sepolia', ['fUSDT-sepolia', 'USDC-devnet']],
    ['USDC-devnet', ['USDC-devnet-b', 'USDC-base']],
  ])('a payment in %s accepts %j', (own, others) => {
    expect(optionsOf(own, others)).toEqual(others)
  })
})
