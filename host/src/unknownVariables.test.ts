import { networks } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'
import { type Environment, settingNames } from './settings.ts'

const DEVNET = { PAY_RPC_URL_DEVNET: 'http://127.0.0.1:8545' }

function problemsOf(env: Environment): readonly string[] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('Unknown PAY_* variables', () => {
  it.each([
    ['PAY_RPC_URL_BSAE', 'PAY_RPC_URL_BASE'],
    ['PAY_RPC_URL_base', 'PAY_RPC_URL_BASE'],
    ['PAY_RPC_URLS_BASE', 'PAY_RPC_URL_BASE'],
    ['PAY_CONFIRMATION_MAINNET', 'PAY_CONFIRMATIONS_MAINNET'],
    ['PAY_ENCRPTION_KEY', 'PAY_ENCRYPTION_KEY'],
    ['PAY_DATABASE_URI', 'PAY_DATABASE_URL'],
    ['PAY_PROT', 'PAY_PORT'],
  ])('The start rejects %s and suggests %s', (name, nearest) => {
    expect(problemsOf({ [name]: 'anything' })).toEqual([
      `${name} is not a setting of this service; did you mean ${nearest}?`,
    ])
  })

  it.each(['PAY_RPC_URL_SOMECHAIN', 'PAY_COLOUR_OF_THE_ROOF', 'PAY_X', 'PAY_'])(
    'The start rejects %s without a suggestion, because no setting is similar',
    (name) => {
      expect(problemsOf({ [name]: 'anything' })).toEqual([
        `${name} is not a setting of this service; remove it`,
      ])
    },
  )

  it('The start rejects an empty variable with a misspelt name too', () => {
    expect(problemsOf({ PAY_ROLES: '' })).toHaveLength(1)
  })

  it('The start lists all misspelt variables at once, together with other problems', () => {
    expect(problemsOf({ PAY_PORT: 'x', PAY_BINDD: '::1', PAY_NETWORK: 'base' })).toHaveLength(3)
  })

  it('The start accepts every documented setting of every network', () => {
    const names = settingNames(networks.map(({ id }) => id))
    expect(names).toContain('PAY_RPC_URL_DEVNET_B')
    for (const name of names) expect(problemsOf({ [name]: '' })).toEqual([])
  })

  it('The start ignores the variables of other programs', () => {
    expect(
      problemsOf({ PATH: '/bin', NODE_ENV: 'production', PAYMENT_URL: 'x', pay_port: 'x' }),
    ).toEqual([])
  })

  it('The start ignores the variables that Kubernetes sets for a service "pay-api"', () => {
    const links = {
      PAY_API_SERVICE_HOST: '10.0.0.1',
      PAY_API_SERVICE_PORT: '80',
      PAY_API_SERVICE_PORT_HTTP: '80',
      PAY_API_PORT: 'tcp://10.0.0.1:80',
      PAY_API_PORT_80_TCP: 'tcp://10.0.0.1:80',
      PAY_API_PORT_80_TCP_ADDR: '10.0.0.1',
    }
    expect(problemsOf(links)).toEqual([])
  })

  it('The start accepts settings of a network that is not served, and lists them', () => {
    const env = {
      ...DEVNET,
      PAY_NETWORKS: 'devnet',
      PAY_RPC_URL_BASE: 'https://node.example',
      PAY_CONFIRMATIONS_OPTIMISM: '10',
      PAY_CONFIRMATIONS_MAINNET: '',
    }
    expect(loadConfig(env).unservedVariables).toEqual([
      'PAY_CONFIRMATIONS_OPTIMISM',
      'PAY_RPC_URL_BASE',
    ])
    expect(loadConfig(DEVNET).unservedVariables).toEqual([])
  })
})
