import { RELAYER_ROLE } from '@secure-payment/core/recurring'
import { encodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { ChainClient, ChainClients } from '../chains/chainClient.ts'
import { loadConfig } from '../config.ts'
import { RecurringUnavailableError } from './errors.ts'
import { requireRecurring } from './requireRecurring.ts'

const KEY: Hex = `0x${'11'.repeat(32)}`
const START_MS = Date.UTC(2026, 10, 21)
const MINUTE_MS = 60_000
const YES = encodeAbiParameters([{ type: 'bool' }], [true])
const NO = encodeAbiParameters([{ type: 'bool' }], [false])

/** Creates a host on Base and OP Mainnet whose nodes return these results, one after another. */
function createGate(answers: (Hex | null)[], key: string = KEY) {
  const asked: { to: string; data: Hex }[] = []
  const call: ChainClient['call'] = async (to, data) => {
    asked.push({ to, data })
    return answers.shift() ?? null
  }
  const clock = { nowMs: START_MS }
  return {
    asked,
    clock,
    context: {
      config: loadConfig({
        PAY_NETWORKS: 'base,optimism',
        PAY_RPC_URL_BASE: 'http://127.0.0.1:1',
        PAY_RPC_URL_OPTIMISM: 'http://127.0.0.1:1',
        PAY_RELAYER_PRIVATE_KEY: key,
      }),
      // Only the chain's `call` is used here.
      chains: { ids: ['base'], get: () => ({ call }) } as unknown as ChainClients,
      now: () => new Date(clock.nowMs),
    },
  }
}

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
    return 'none'
  } catch (error) {
    if (!(error instanceof RecurringUnavailableError)) throw error
    return error.problemMembers.reason
  }
}

describe('The check that a host can send recurring payments', () => {
  it("the check for recurring payments calls the contract for the relayer's role", async () => {
    const { context, asked } = createGate([YES])
    const { contract } = await requireRecurring(context, 'base')
    expect(contract).toBe('0xd2c3392e3e70F4CE033Cb39CC80B414aDdD64fFa')
    const data = encodeFunctionData({
      abi: parseAbi(['function hasRole(bytes32 role, address account) view returns (bool)']),
      args: [RELAYER_ROLE, privateKeyToAddress(KEY)],
    })
    expect(asked).toEqual([{ to: contract, data }])
  })

  it('the check for recurring payments caches a positive result for five minutes', async () => {
    const { context, asked, clock } = createGate([YES, YES])
    await requireRecurring(context, 'base')
    clock.nowMs += 5 * MINUTE_MS - 1
    await requireRecurring(context, 'base')
    expect(asked).toHaveLength(1)
    clock.nowMs += 1
    await requireRecurring(context, 'base')
    expect(asked).toHaveLength(2)
  })

  it('the check for recurring payments calls again after a negative result', async () => {
    const { context } = createGate([NO, YES])
    expect(await reasonOf(requireRecurring(context, 'base'))).toBe('relayer_not_allowed')
    expect(await reasonOf(requireRecurring(context, 'base'))).toBe('none')
  })

  it.each<[string, Hex | null, string]>([
    ['reverts', null, 'relayer_not_allowed'],
    ['returns a number', `0x${'00'.repeat(31)}02`, 'relayer_not_allowed'],
    ['returns too much', `${YES}00`, 'relayer_not_allowed'],
    ['does not exist', '0x', 'no_contract'],
  ])('the check for recurring payments fails when the contract %s', async (_, answer, reason) => {
    expect(await reasonOf(requireRecurring(createGate([answer]).context, 'base'))).toBe(reason)
  })

  it('the check for recurring payments fails on a network without the contract', async () => {
    const { context, asked } = createGate([YES])
    expect(await reasonOf(requireRecurring(context, 'optimism'))).toBe('no_contract')
    expect(asked).toEqual([])
  })

  it('the check for recurring payments fails without a relayer', async () => {
    const { context, asked } = createGate([YES], '')
    expect(await reasonOf(requireRecurring(context, 'base'))).toBe('no_relayer')
    expect(asked).toEqual([])
  })
})
