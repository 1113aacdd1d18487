import { expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { createLogger } from './log.ts'
import type { Environment } from './settings.ts'
import { warnOfSettings } from './warnOfSettings.ts'

const SEPOLIA = { PAY_RPC_URL_SEPOLIA: 'https://sepolia.example' }

function warningsOf(env: Environment): unknown[] {
  const lines: unknown[] = []
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  warnOfSettings(loadConfig(env), log)
  return lines
}

it('A start on Sepolia warns that crypto to fiat lacks its deposit address, and names the setting', () => {
  expect(warningsOf(SEPOLIA)).toMatchObject([
    {
      msg: 'The deposit address for crypto to fiat is missing',
      networks: ['sepolia'],
      setting: 'PAY_OFFRAMP_SANDBOX_ADDRESS',
    },
  ])
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(warningsOf({ ...SEPOLIA, PAY_OFFRAMP_SANDBOX_ADDRESS: address })).toEqual([])
  expect(warningsOf({ ...SEPOLIA, PAY_OFFRAMP: 'off' })).toEqual([])
  expect(warningsOf({ PAY_RPC_URL_DEVNET: 'http://127.0.0.1:8545' })).toEqual([])
})

it('A start warns of settings of a network that is not served', () => {
  const env = {
    PAY_NETWORKS: 'devnet',
    PAY_RPC_URL_DEVNET: 'http://x',
    PAY_RPC_URL_BASE: 'http://y',
  }
  expect(warningsOf(env)).toMatchObject([
    { msg: 'Ignored settings of networks that are not served', names: ['PAY_RPC_URL_BASE'] },
  ])
})

it('A start without any network warns that the host accepts no payment', () => {
  expect(warningsOf({})).toMatchObject([
    { msg: 'The host serves no network and accepts no payments', setting: 'PAY_NETWORKS' },
  ])
})

it('A start with too few price sources that have a history warns of payments that arrive after their quotes', () => {
  const env = { PAY_RPC_URL_DEVNET: 'http://x' }
  const few = warningsOf({ ...env, PAY_PRICE_SOURCES: 'chainlink,coinbase,kraken' })
  expect(few).toMatchObject([{ setting: 'PAY_PRICE_SOURCES', withHistory: ['kraken'] }])
  expect(warningsOf({ ...env, PAY_PRICE_SOURCES: 'coinbase-exchange,kraken' })).toEqual([])
})
