import { readFileSync } from 'node:fs'
import { networks } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../config.ts'
import { variableSuffix } from '../networkSettings.ts'
import type { Environment } from '../settings.ts'

const GUIDE = new URL('../../../docs/guides/set-up-recurring-payouts.md', import.meta.url)
const GWEI = 1_000_000_000n
/** The relayer sends only on EVM networks, at no cost on local ones. */
const paid = networks.filter(({ family, isLocal }) => family === 'evm' && !isLocal)

/** Returns the gas ceiling of a host with these settings on a network, in base units; null for no limit. */
function ceilingOf(id: string, settings: Environment = {}): bigint | null | undefined {
  const node = { [`PAY_RPC_URL_${variableSuffix(id)}`]: 'http://127.0.0.1:1' }
  return loadConfig({ PAY_NETWORKS: id, ...node, ...settings }).networks[0]?.maxGasPriceUnits
}

/** Reads pairs of a network and its ceiling in gwei from the rows of the guide's table. */
function readGuide(): ReadonlyMap<string, bigint> {
  const rows = readFileSync(GUIDE, 'utf8').matchAll(/\| `?([a-z][a-z-]+)`? \| (\d+) (?=\|)/g)
  return new Map([...rows].map(([, id = '', gwei = '0']) => [id, BigInt(gwei) * GWEI]))
}

describe('Without a setting', () => {
  it.each(paid.map(({ id }) => id))(
    'without a setting, the relayer has the gas ceiling of the guide on %s',
    (id) => {
      expect(ceilingOf(id)).toBeGreaterThan(0n)
      expect(ceilingOf(id)).toBe(readGuide().get(id))
    },
  )

  it('without a setting, the relayer has no gas ceiling on a local network', () => {
    expect(ceilingOf('devnet')).toBeNull()
  })
})

it('A setting raises the gas ceiling of a network, and "off" removes it', () => {
  expect(ceilingOf('base', { PAY_MAX_GAS_PRICE_GWEI_BASE: '2.5' })).toBe((25n * GWEI) / 10n)
  expect(ceilingOf('base', { PAY_MAX_GAS_PRICE_GWEI_BASE: 'off' })).toBeNull()
})
