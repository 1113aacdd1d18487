import { networks } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import { findNetworkIcon, findTokenIcon } from './coinIcons.ts'

describe('The icons of coins and networks', () => {
  it('every public network has its own icon, and test networks have none', () => {
    const shown = networks.filter(({ isTestnet, isLocal }) => !isTestnet && !isLocal)
    const icons = shown.map(({ id }) => findNetworkIcon(id))
    expect(icons).not.toContain(null)
    expect(new Set(icons).size).toBe(shown.length)
    expect(findNetworkIcon('sepolia')).toBeNull()
    expect(findNetworkIcon('devnet')).toBeNull()
  })

  it('the icons of tokens run no code and request no other file', () => {
    for (const symbol of [
      'USDC',
      'USDT',
      'DAI',
      'EURC',
      'ETH',
      'BNB',
      'POL',
      'AVAX',
      'MNT',
      'TRX',
    ]) {
      const icon = findTokenIcon(symbol)
      expect(icon, symbol).toMatch(/^data:image\/svg\+xml,%3Csvg/)
      expect(decodeURIComponent(icon ?? ''), symbol).not.toMatch(
        /<script|href=|\son\w+=|<image|<use|@import/,
      )
    }
  })

  it('an unknown symbol has no icon', () => {
    for (const symbol of ['USDCe', 'usdc', 'constructor', '']) {
      expect(findTokenIcon(symbol)).toBeNull()
      expect(findNetworkIcon(symbol)).toBeNull()
    }
  })
})
