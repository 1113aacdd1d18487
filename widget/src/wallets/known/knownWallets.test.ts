import { networks } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import { findKnownIcon, findKnownWallets } from './knownWallets.ts'

const ALL = { only: [], except: [] }
const on = (id: string, family: 'evm' | 'tron' = 'evm') =>
  findKnownWallets({ id, family }, ALL).map(({ name }) => name)

describe('The well-known wallets', () => {
  it('there are twenty well-known wallets, each with its maker’s page, its names and its own icon', () => {
    const all = [...findKnownWallets({ id: 'base', family: 'evm' }, ALL)]
    all.push(...findKnownWallets({ id: 'tron', family: 'tron' }, ALL))
    const byName = new Map(all.map((wallet) => [wallet.name, wallet]))
    expect(byName.size).toBe(20)
    const wallets = [...byName.values()]
    expect(new Set(wallets.map(({ icon }) => icon)).size).toBe(20)
    expect(new Set(wallets.flatMap(({ rdns }) => rdns)).size).toBe(21)
    for (const { name, rdns, icon, installUrl } of wallets) {
      expect(new URL(installUrl).protocol, name).toBe('https:')
      expect(icon, name).toMatch(/^data:image\/svg\+xml,%3Csvg/)
      // An icon runs no code and requests no other file.
      expect(decodeURIComponent(icon), name).not.toMatch(
        /<script|href=|\son\w+=|<image|<use|@import/,
      )
      expect(findKnownIcon(rdns[0] ?? ''), name).toBe(icon)
    }
  })

  it('the well-known wallets are those that support the payment’s network', () => {
    expect(on('tron', 'tron')).toEqual([
      'TronLink',
      'Trust Wallet',
      'OKX Wallet',
      'Bitget Wallet',
      'TokenPocket',
      'imToken',
      'Ledger',
    ])
    expect(on('base')).toContain('Phantom')
    expect(on('bsc')).not.toContain('Phantom')
    expect(on('bsc')).toContain('Rainbow')
    for (const { id, family } of networks) expect(on(id, family).length, id).toBeGreaterThan(5)
    expect(on('base')).not.toContain('TronLink')
  })

  it('the well-known wallets have no icon for other names', () => {
    expect(findKnownIcon('example.wallet')).toBeNull()
    expect(findKnownIcon('constructor')).toBeNull()
  })
})
