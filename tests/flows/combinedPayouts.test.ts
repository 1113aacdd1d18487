import { accounts, type Chains, startChains } from '@secure-payment/devnet'
import { type Hex, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshWallet } from '../support/freshWallet.ts'
import { balanceOf } from '../support/requestCalls.ts'
import { type ConfirmingHost, startConfirmingHost } from './support/startConfirmingHost.ts'
import { waitFor } from './support/waitFor.ts'

const PAYER_INDEX = 4
const PAYER = accounts[PAYER_INDEX]?.address ?? '0x'
const DENIED = accounts[5]?.address ?? '0x'
const LINKS = '/v2/secure-payments'

let chains: Chains
let host: ConfirmingHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  host = await startConfirmingHost(chains, {
    PAY_SCREENING: 'list',
    PAY_SCREENING_SCOPE: 'all',
    PAY_SCREENING_LIST: DENIED,
  })
})
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const call: ConfirmingHost['test']['call'] = (...facts) => host.test.call(...facts)

type Wire = { to: Hex; data: Hex; value: number | Hex | { hex: Hex } }

/** Signs and sends the transactions of a batch unchanged, and returns the last one's hash. */
async function send(wires: readonly Wire[]): Promise<Hex> {
  let hash: Hex = '0x'
  for (const { to, data, value } of wires) {
    const units = BigInt(typeof value === 'object' ? value.hex : value)
    const receipt = await chains
      .wallet('devnet', PAYER_INDEX)
      .sendTransactionSync({ to, data, value: units })
    if (receipt.status !== 'success') throw new Error(`The call to ${to} reverted.`)
    hash = receipt.transactionHash
  }
  return hash
}

/** Creates payout links of these amounts in USDC, each to a new wallet. */
async function createLinks(amounts: readonly string[]) {
  const links: { token: string; recipient: Hex; amount: string }[] = []
  for (const amount of amounts) {
    const recipient = freshWallet()
    const body = { recipient, network: 'devnet', currency: 'USDC-devnet', amount }
    const { status, json, text } = await call('POST', `${LINKS}/payouts`, { body })
    if (status !== 201) throw new Error(text)
    links.push({ token: json.token, recipient, amount })
  }
  return links
}

describe('A link that combines payout links', () => {
  test.each([
    ['batch', 'batch-payouts', 'tokens'],
    ['multicall', 'multicall-payouts', 'childTokens'],
  ])(
    'a %s payout pays every recipient in one transaction, and signed webhooks report each payout once',
    async (_, path, member) => {
      const links = await createLinks(['1.5', '2.25', '0.000001'])
      const tokens = links.map(({ token }) => token)
      const combined = await call('POST', `${LINKS}/${path}`, { body: { [member]: tokens } })
      expect(combined.status).toBe(201)
      const { token } = combined.json
      const { requestIds } = (await call('GET', `${LINKS}/${token}`)).json
      const { json } = await call('GET', `${LINKS}/${token}/pay?wallet=${PAYER}`)
      const hash = await send([...json.ERC20ApprovalTransactions, json.batchPaymentTransaction])
      const told = await host.confirm(hash, requestIds)
      expect(told.size).toBe(links.length)
      for (const { recipient, amount } of links) {
        expect(await balanceOf(chains, 'USDC', recipient)).toBe(parseUnits(amount, 6))
      }
      const { json: found } = await call('GET', `${LINKS}?requestId=${requestIds[0]}`)
      expect(found).toMatchObject({ token, status: 'completed', payerAddress: PAYER })
      const listed = (await call('GET', `${LINKS}/${path}?status=completed`)).json.securePayments
      expect(listed.map((one: { token: string }) => one.token)).toContain(token)
      for (const child of tokens) {
        expect((await call('GET', `${LINKS}/${child}/pay?wallet=${PAYER}`)).status).toBe(410)
      }
    },
  )
})

describe('A decision about a wallet', () => {
  test('a rejected wallet gets no transaction, and a signed webhook contains the reason; the wallet that pays is in the lookup', async () => {
    const [link] = await createLinks(['3'])
    const token = link?.token ?? ''
    const { json: refused } = await call('GET', `${LINKS}/${token}/pay?wallet=${DENIED}`)
    expect([refused.code, refused.transactions]).toEqual(['wallet_not_accepted', undefined])
    const events = await waitFor('the decision', () => {
      const found = host.sink.deliveries().flatMap(({ body, verified }) => {
        const event = (body ?? {}) as Record<string, unknown>
        const isOurs = event['securePaymentToken'] === token
        return verified && isOurs && event['event'] === 'kyt.screening.completed' ? [event] : []
      })
      return found.length > 0 ? found : null
    })
    expect(events).toEqual([
      expect.objectContaining({ walletAddress: DENIED, status: 'rejected', provider: 'list' }),
    ])
    const { json } = await call('GET', `${LINKS}/${token}/pay?wallet=${PAYER}`)
    const { requestIds } = (await call('GET', `${LINKS}/${token}`)).json
    const hash = await send(json.transactions)
    await host.confirm(hash, requestIds)
    const { json: found } = await call('GET', `${LINKS}?requestId=${requestIds[0]}`)
    expect(found).toMatchObject({ payerAddress: PAYER, blockReason: 'already_paid' })
    expect(found.payerKytResults).toMatchObject([{ walletAddress: PAYER, status: 'approved' }])
  })
})
