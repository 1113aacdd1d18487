import { accounts, type Chains, startChains } from '@secure-payment/devnet'
import { decodeFunctionData, formatUnits, type Hex, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchAbi } from '../devnet/contractAbis.ts'
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

/** Payouts at a fee of 2.5 %. The recipient bears the second one's and the third one's. Amounts are in units of USDC, rounded up. */
const BORNE = [
  { amount: '10', bearer: 'payer', net: 10_000_000n, fee: 250_000n },
  { amount: '4.000001', bearer: 'payee', net: 3_900_000n, fee: 100_001n },
  { amount: '0.000003', bearer: 'payee', net: 2n, fee: 1n },
  { amount: '0.00004', bearer: 'payer', net: 40n, fee: 1n },
] as const

/** Combines the payouts of `BORNE`, and returns the link with what each recipient must receive. */
async function combineBorne() {
  const feeAddress = freshWallet()
  const own = { label: 'Server', isBackend: true, allowAnyPayee: true, feePercentage: '2.5' }
  const server = await call('POST', '/v2/client-ids', { body: { ...own, feeAddress } })
  const headers = { 'x-client-id': server.json.secretClientId }
  const payouts = []
  for (const { amount, bearer, ...units } of BORNE) {
    const recipient = freshWallet()
    const payout = { recipient, network: 'devnet', currency: 'USDC-devnet', amount }
    const { status, json, text } = await call('POST', `${LINKS}/payouts`, {
      anonymous: true,
      headers,
      body: { ...payout, defaultFeeBearer: bearer },
    })
    if (status !== 201) throw new Error(text)
    payouts.push({ recipient, amount, bearer, token: String(json.token), ...units })
  }
  const childTokens = payouts.map(({ token }) => token)
  const { status, json } = await call('POST', `${LINKS}/multicall-payouts`, {
    body: { childTokens },
  })
  expect(status).toBe(201)
  const requestIds: string[] = json.items.map((one: { requestId: string }) => one.requestId)
  return { token: String(json.token), feeAddress, payouts, requestIds }
}

const askToPay = async (token: string) => {
  const { status, json, text } = await call('GET', `${LINKS}/${token}/pay?wallet=${PAYER}`)
  if (status !== 200) throw new Error(text)
  return json
}

/** Returns the payments of a batch as viem decodes them: recipient, amount and fee in units. */
function decodePayments(data: Hex) {
  const [groups, , feeAddress] = decodeFunctionData({ abi: batchAbi, data }).args as unknown as [
    readonly {
      requestDetails: readonly { recipient: Hex; requestAmount: bigint; feeAmount: bigint }[]
    }[],
    unknown,
    Hex,
  ]
  const payments = groups.flatMap(({ requestDetails }) =>
    requestDetails.map(({ recipient, requestAmount, feeAmount }) => ({
      recipient,
      net: requestAmount,
      fee: feeAmount,
    })),
  )
  return { payments, feeAddress }
}

const asPaid = ({ recipient, net, fee }: { recipient: Hex; net: bigint; fee: bigint }) => ({
  recipient,
  net,
  fee,
})

describe('A link that combines payouts whose fees different parties bear', () => {
  test('the transaction, the totals, the webhooks and the exports state each payout with its own bearer', async () => {
    const { token, feeAddress, payouts, requestIds } = await combineBorne()
    const calldata = await askToPay(token)
    const decoded = decodePayments(calldata.batchPaymentTransaction.data)
    expect(decoded).toEqual({ payments: payouts.map(asPaid), feeAddress })
    // 10 and 0.00004 with their fees on top, 4.000001 and 0.000003 exactly.
    const summary = {
      grossAmount: '14.000044',
      netRecipientAmount: '13.900042',
      totalFees: '0.350003',
      payeeBorneFees: '0.100002',
      payerBorneFees: '0.250001',
      payerTotal: '14.250045',
    }
    expect(calldata.feeBundle.amountSummary).toEqual(summary)
    const bearers = calldata.feeBundle.fees.map((one: { feeBearer: string }) => one.feeBearer)
    expect(bearers).toEqual(BORNE.map(({ bearer }) => bearer))
    const state = (await call('GET', `${LINKS}/multicall-payouts/${token}`)).json
    expect(state.totals.amountSummary).toEqual(summary)
    const before = await balanceOf(chains, 'USDC', PAYER)
    const hash = await send([
      ...calldata.ERC20ApprovalTransactions,
      calldata.batchPaymentTransaction,
    ])
    expect(before - (await balanceOf(chains, 'USDC', PAYER))).toBe(14_250_045n)
    expect(await balanceOf(chains, 'USDC', feeAddress)).toBe(350_003n)
    const told = await host.confirm(hash, requestIds)
    const { text: csv } = await call('GET', `/v2/payments?txHash=${hash}&format=csv`)
    const [head = '', ...rows] = csv.trim().split('\n')
    const columns = head.split(',')
    for (const [index, { recipient, amount, net, fee }] of payouts.entries()) {
      const id = requestIds[index] ?? ''
      expect(await balanceOf(chains, 'USDC', recipient)).toBe(net)
      const written = { amount: formatUnits(fee, 6), type: 'platform' }
      expect(told.get(id)?.event).toMatchObject({
        amount,
        totalAmountPaid: amount,
        fees: expect.arrayContaining([expect.objectContaining(written)]),
      })
      expect(told.get(id)?.payment).toMatchObject({ amount })
      const cells = rows.find((row) => row.includes(id))?.split(',')
      const cell = (name: string) => cells?.[columns.indexOf(name)]
      expect([cell('amount'), cell('receivedAmount')]).toEqual([amount, formatUnits(net, 6)])
    }
    expect((await call('GET', `${LINKS}/multicall-payouts/${token}`)).json).toMatchObject({
      status: 'completed',
      children: BORNE.map(({ amount }) => ({ amount, blockReason: 'already_paid' })),
    })
  })

  test('after a part of one payout, the transaction pays only the rest, and its recipient still bears the fee', async () => {
    const { token, payouts, requestIds } = await combineBorne()
    const path = `/v2/request/${requestIds[1]}/pay?wallet=${PAYER}&amount=1.000001`
    const { json } = await call('GET', path)
    await send(json.transactions)
    await waitFor('the part', async () => {
      const { json: request } = await call('GET', `/v2/request/${requestIds[1]}/status`)
      return request.amountPaid === '1.000001' ? true : null
    })
    const calldata = await askToPay(token)
    const [first, second, ...others] = payouts.map(asPaid)
    // 2.5 % of the remaining 3 are 0.075.
    const rest = { recipient: second?.recipient, net: 2_925_000n, fee: 75_000n }
    const { payments } = decodePayments(calldata.batchPaymentTransaction.data)
    expect(payments).toEqual([first, rest, ...others])
    const before = await balanceOf(chains, 'USDC', PAYER)
    const hash = await send([
      ...calldata.ERC20ApprovalTransactions,
      calldata.batchPaymentTransaction,
    ])
    expect(before - (await balanceOf(chains, 'USDC', PAYER))).toBe(13_250_044n)
    const told = await host.confirm(hash, requestIds)
    expect(told.get(requestIds[1] ?? '')?.event).toMatchObject({
      amount: '3',
      totalAmountPaid: '4.000001',
    })
  })
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
