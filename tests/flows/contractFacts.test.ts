import { type Chains, startChains } from '@secure-payment/devnet'
import { type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContractMonitor } from '../../host/src/contracts/createContractMonitor.ts'
import { createLogger } from '../../host/src/log.ts'
import { batchFeeSet } from '../../host/src/readiness/batchFeeSet.ts'
import { contractMissing } from '../../host/src/readiness/contractMissing.ts'
import { contractPaused } from '../../host/src/readiness/contractPaused.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { startTronServer } from './support/startTronServer.ts'

const MSG = 'Some contracts do not accept payments as usual'
const OWNER_INDEX = 9
const PATIENCE = { timeout: 60_000 }
const BATCH = parseAbi(['function setBatchFee(uint16 batchFee)'])

let chains: Chains
let host: TestHost
const lines: Record<string, unknown>[] = []
/** Runtime code that returns 1 for every call, so that `paused()` is true. */
const ANSWERS_ONE: Hex = '0x600160005260206000f3'

beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  await setBatchFee(30)
  const log = createLogger('info', { write: (line: string) => lines.push(JSON.parse(line)) })
  host = await startTestHost(
    {
      PAY_NETWORKS: 'devnet,base',
      PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
      PAY_ROLE: 'api,watcher',
      PAY_POLL_INTERVAL_MS_DEVNET: '50',
    },
    { log },
  )
})
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

async function setBatchFee(fee: number): Promise<void> {
  await chains.wallet('devnet', OWNER_INDEX).writeContractSync({
    address: chains.contract('devnet', 'BatchConversionPayments'),
    abi: BATCH,
    functionName: 'setBatchFee',
    args: [fee],
  })
}

describe('A host’s contract check', () => {
  test('a host’s contract check runs at startup, tolerates an unreachable network, and reports in the log and through GET /readyz', async () => {
    await expect
      .poll(() => lines.find(({ msg }) => msg === MSG), PATIENCE)
      .toMatchObject({
        network: 'devnet',
        missing: [],
        paused: [],
        batchFee: 30,
      })
    await expect
      .poll(async () => (await host.call('GET', '/readyz')).json.warnings, PATIENCE)
      .toContainEqual({
        check: 'batch_fee_set',
        network: 'devnet',
        message: expect.stringContaining('0.3 %'),
      })
    expect(lines.filter(({ msg }) => msg === MSG)).toHaveLength(1)
    expect(host.host.context.contracts?.found('base')).toBeNull()
  })

  test('a host’s contract check lists contracts without code and paused contracts, and clears both lists after recovery', async () => {
    const client = chains.client('devnet')
    const proxy = chains.contract('devnet', 'ERC20FeeProxy')
    const recurring = chains.contract('devnet', 'ERC20RecurringPaymentProxy')
    const [proxyCode, recurringCode] = await Promise.all([
      client.getCode({ address: proxy }),
      client.getCode({ address: recurring }),
    ])
    const { context } = host.host
    const contracts = createContractMonitor(context)
    const facts = { context: { ...context, contracts }, networks: [] }
    const found = async () => {
      await contracts.check('devnet')
      const checks = [contractMissing, contractPaused, batchFeeSet]
      return Promise.all(checks.map((check) => check.run(facts)))
    }
    await client.setCode({ address: proxy, bytecode: '0x' })
    await client.setCode({ address: recurring, bytecode: ANSWERS_ONE })
    const told = (text: string) => [{ network: 'devnet', message: expect.stringContaining(text) }]
    expect(await found()).toEqual([
      told('ERC20FeeProxy'),
      told('ERC20RecurringPaymentProxy'),
      told('0.3 %'),
    ])
    await client.setCode({ address: proxy, bytecode: proxyCode ?? '0x' })
    await client.setCode({ address: recurring, bytecode: recurringCode ?? '0x' })
    await setBatchFee(0)
    expect(await found()).toEqual([[], [], []])
  })

  test('a host’s contract check includes networks that the host does not watch, and Tron', async () => {
    await using node = await startTronServer()
    node.rpc.set('eth_getCode', () => ({ result: '0x' }))
    await using api = await startTestHost({
      PAY_NETWORKS: 'tron',
      PAY_RPC_URL_TRON: `${node.base}/jsonrpc`,
      PAY_ROLE: 'api',
    })
    const warnings = async () => (await api.call('GET', '/readyz')).json.warnings
    await expect.poll(warnings, PATIENCE).toContainEqual({
      check: 'contract_missing',
      network: 'tron',
      message: expect.stringContaining('ERC20FeeProxy'),
    })
    node.rpc.set('eth_getCode', () => ({ result: '0x6080' }))
    const { context } = api.host
    await context.contracts?.check('tron')
    expect(context.contracts?.found('tron')).toEqual({ missing: [], paused: [], batchFee: 0 })
  })
})
