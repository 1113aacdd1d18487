import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, test } from 'vitest'
import { chainLabel, isChain } from './chainLabel.ts'

describe('A network in routes', () => {
  test.each([
    ['mainnet', 'ETHEREUM'],
    ['arbitrum-one', 'ARBITRUM'],
    ['optimism', 'OPTIMISM'],
    ['base', 'BASE'],
    ['matic', 'POLYGON'],
    ['bsc', 'BNB'],
    ['sepolia', 'SEPOLIA'],
    ['xdai', 'XDAI'],
  ])('the network %s has the label %s, and both resolve to the network', (id, label) => {
    const network = getNetwork(id)
    expect(chainLabel(network)).toBe(label)
    expect(isChain(network, id)).toBe(true)
    expect(isChain(network, label)).toBe(true)
    expect(isChain(network, 'TRON')).toBe(false)
  })
})
