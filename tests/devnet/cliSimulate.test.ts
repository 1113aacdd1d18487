import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Devnet, startDevnet } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliRunner, createCliRunner } from '../support/cliRunner.ts'

let devnet: Devnet
let cli: CliRunner
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, host: 'inline' })
  const { baseUrl: url, apiKey } = devnet.json.host
  cli = await createCliRunner({ url, apiKey })
})
afterAll(async () => {
  await cli?.[Symbol.asyncDispose]()
  await devnet?.[Symbol.asyncDispose]()
})

const simulate = (...argv: string[]) => cli.json('simulate', ...argv)

describe('secure-payment simulate', () => {
  it('simulate pays in every way, and the host writes the event of each', async () => {
    const file = join(cli.configFolder, 'devnet.json')
    await writeFile(file, JSON.stringify(devnet.json))
    // A link lives for at least a minute, so this payment uses another wallet and waits for the expiry while the others run.
    const key = devnet.json.accounts[5]?.privateKey ?? ''
    const late = simulate('late', '--key', key)

    const paid = await simulate('pay', '--amount', '7')
    expect(paid).toMatchObject({ kind: 'pay', event: { event: 'payment.confirmed' } })
    expect(await cli.json('payments', 'show', paid.token)).toMatchObject([{ amount: '7' }])
    const token = paid.token
    expect(await cli.run(['simulate', 'pay', token])).toMatchObject({ code: 1 })

    const half = await simulate('underpay', '--currency', 'USDT')
    expect(half.event).toMatchObject({ event: 'payment.partial' })
    const rest = await simulate('pay', half.token)
    expect(rest.event).toMatchObject({ event: 'payment.confirmed' })

    const over = await simulate('overpay')
    expect(over.event).toMatchObject({ event: 'payment.confirmed' })
    const [{ request }] = await cli.json('payments', 'show', over.token)
    expect(request.surplusAmount).toBe('10')

    const reorg = await simulate('reorg', '--network', 'devnet-b')
    expect(reorg.event).toMatchObject({
      event: 'payment.failed',
      body: { failureReason: 'reorganised' },
    })

    const refund = await simulate('refund')
    expect(refund).toMatchObject({ event: { event: 'refund.confirmed' } })

    const failed = await simulate('bridge-fail', '--devnet', file)
    expect(failed.event).toMatchObject({
      event: 'payment.failed',
      body: { failureReason: 'bridge_failed' },
    })
    expect(await cli.run(['simulate', 'bridge-fail'])).toMatchObject({ code: 1 })

    const { token: lateToken, event } = await late
    expect(event).toMatchObject({ event: 'payment.confirmed' })
    expect(await cli.json('payments', 'show', lateToken)).toMatchObject([{ isLate: true }])
  })
})
