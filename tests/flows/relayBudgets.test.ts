import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BOOTSTRAP_TENANT_ID } from '../../host/src/auth/bootstrap.ts'
import { loadConfig } from '../../host/src/config.ts'
import { changeRelay } from '../../host/src/relayer/changeRelay.ts'
import { isRelayAllowed, type Spender, takeGas } from '../../host/src/relayer/relayAllowance.ts'
import { signInWallet } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

let test: TestHost
let tenantId: string
let clientId: string | null
beforeAll(async () => {
  test = await startTestHost({
    PAY_RELAY_DAILY_GAS: '1000000',
    PAY_RELAY_DAILY_GAS_TOTAL: '2500000',
  })
})
afterAll(() => test?.[Symbol.asyncDispose]())
beforeEach(async () => {
  await test.host.context.db.kysely.deleteFrom('relay_spending').execute()
  tenantId = (await test.createTenant()).tenantId
  clientId = null
  await relay('allow', tenantId)
})

const relay = (...words: string[]) => changeRelay(test.host.context, words, null)
const relayWithGas = (gas: string) => changeRelay(test.host.context, ['allow', tenantId], gas)

function take(gas: bigint, more: Partial<Spender> = {}, network = 'devnet'): Promise<boolean> {
  const spender = { tenantId, clientId, ...more }
  return test.host.context.db.transaction((tx) =>
    takeGas(tx, { ...test.host.context, network }, { spender, gas }),
  )
}

describe('The relayer’s daily gas', () => {
  it('the relayer’s daily gas has an exact limit per merchant from the setting, and resets at midnight UTC', async () => {
    expect(await take(600_000n)).toBe(true)
    expect(await take(400_001n)).toBe(false)
    expect(await take(400_000n)).toBe(true)
    expect(await take(1n)).toBe(false)
    const now = test.clock.now().getTime()
    test.clock.advance(86_400_000 - (now % 86_400_000) - 1)
    expect(await take(1n)).toBe(false)
    test.clock.advance(1)
    expect(await take(1_000_000n)).toBe(true)
  })

  it('the relayer’s daily gas is counted per network', async () => {
    expect(await take(1_000_000n)).toBe(true)
    expect(await take(1_000_000n, {}, 'devnet-b')).toBe(true)
  })

  it('the relayer’s daily gas is limited by the setting for all merchants together', async () => {
    for (const isLeft of [true, true, false]) {
      tenantId = (await test.createTenant()).tenantId
      await relay('allow', tenantId)
      expect(await take(1_000_000n)).toBe(isLeft)
    }
    expect(await take(500_000n)).toBe(true)
  })

  it('the relayer’s daily gas is limited for a public client ID to a quarter of the merchant’s gas', async () => {
    clientId = 'cli_public'
    expect(await take(250_000n)).toBe(true)
    expect(await take(1n)).toBe(false)
    expect(await take(750_000n, { clientId: null })).toBe(true)
  })

  it('the relayer’s daily gas is limited by the value that the operator sets for the merchant, whether lower or higher than the setting', async () => {
    await relayWithGas('10')
    expect(await take(11n)).toBe(false)
    await relayWithGas('2000000')
    expect(await take(2_000_000n)).toBe(true)
  })
})

describe('The operator’s relay command', () => {
  it('the operator’s relay command allows a merchant by its id, and revokes the permission again; the first merchant is allowed by default', async () => {
    const { context } = test.host
    expect(await isRelayAllowed(context, tenantId)).toBe(true)
    await relay('refuse', tenantId)
    expect(await isRelayAllowed(context, tenantId)).toBe(false)
    expect(await take(1n)).toBe(false)
    expect(await isRelayAllowed(context, BOOTSTRAP_TENANT_ID)).toBe(true)
  })

  it('the operator’s relay command finds a merchant by its wallet, in any letter case', async () => {
    const { account, tenantId: id } = await signInWallet(test)
    expect(await relay('allow', account.address.toLowerCase())).toMatchObject({ isDone: true })
    expect(await isRelayAllowed(test.host.context, id)).toBe(true)
  })

  it('the operator’s relay command lists the allowed merchants, and today’s spending', async () => {
    await take(7n)
    const { lines } = (await changeRelay(test.host.context, [], null)) ?? { lines: [] }
    expect(lines.join('\n')).toContain(`allowed: ${tenantId}`)
    expect(lines.join('\n')).toContain(`today: devnet ${tenantId} 7 gas`)
    expect(lines.join('\n')).toContain('today: devnet all 7 gas')
  })

  it('the operator’s relay command lists the setting first, then only the allowed merchants, by id', async () => {
    const { tenantId: refused } = await test.createTenant()
    await relay('refuse', refused)
    await relay('allow', (await test.createTenant()).tenantId)
    const { lines } = (await changeRelay(test.host.context, [], null)) ?? { lines: [] }
    // The default for PAY_RELAY_FOR.
    expect(lines[0]).toBe('PAY_RELAY_FOR=listed')
    const allowed = lines.filter((line) => line.startsWith('allowed: '))
    expect(allowed.length).toBeGreaterThan(1)
    expect(allowed).toEqual([...allowed].sort())
    expect(allowed.join()).not.toContain(refused)
  })

  it.each([[['allow']], [['permit', 'x']], [['allow', 'x', 'y']]])(
    'the operator’s relay command rejects %j',
    async (words) => {
      expect(await relay(...words)).toBeNull()
    },
  )

  it('the operator’s relay command reports that a merchant does not exist', async () => {
    expect(await relay('allow', 'nobody')).toMatchObject({ isDone: false })
  })
})

describe('PAY_RELAY_FOR', () => {
  it.each([
    ['all', true, true],
    ['none', false, false],
    ['listed', false, true],
  ])('%s allows strangers: %s, and the first merchant: %s', async (mode, stranger, first) => {
    const config = loadConfig({ PAY_RELAY_FOR: mode })
    const context = { ...test.host.context, config }
    await relay('refuse', tenantId)
    expect(await isRelayAllowed(context, tenantId)).toBe(stranger)
    expect(await isRelayAllowed(context, BOOTSTRAP_TENANT_ID)).toBe(first)
  })
})
