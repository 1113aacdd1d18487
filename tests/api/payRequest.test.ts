import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import {
  accounts,
  type Chains,
  mockAggregatorAbi,
  priceFeeds,
  startChains,
} from '@secure-payment/devnet'
import { decodeFunctionData, erc20Abi, getAddress, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { conversionAbi, erc20FeeProxyAbi, ethereumFeeProxyAbi } from '../devnet/contractAbis.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { markPaid, markSeen } from '../support/markRequest.ts'
import { askToPay, balanceOf, createRequest, sendAll } from '../support/requestCalls.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  pageHeaders,
  SECOND_PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const PAYER_INDEX = 4
const PAYER = accounts[PAYER_INDEX]?.address ?? '0x'
const EMPTY_WALLET = '0x000000000000000000000000000000000000dEaD'
const USD = { invoiceCurrency: 'USD', amount: '100' }
const hash = (id: string) => getAddress(getCurrency(id).currency.hash)

let chains: Chains
let test: TestHost
let snapshot: `0x${string}`
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  test = await startTestHost({
    PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
    PAY_MAX_RATE_AGE_S: '3600',
  })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await chains[Symbol.asyncDispose]()
})
beforeEach(async () => {
  snapshot = await chains.snapshot('devnet')
})
afterEach(async () => {
  await chains.revert('devnet', snapshot)
  forgetRates()
})

/** Advances the clock by ten seconds, after which the host reads its cached rates again. */
function forgetRates(): void {
  test.clock.advance(10_000)
}

async function setFeed(
  symbol: string,
  functionName: 'setAnswer' | 'setUpdatedAt',
  value: bigint,
): Promise<void> {
  const feed = priceFeeds(getNetwork('devnet')).find(({ name }) => name === `${symbol}/USD`)
  const address = feed?.address ?? '0x'
  const { status } = await chains
    .wallet('devnet', 9)
    .writeContractSync({ address, abi: mockAggregatorAbi, functionName, args: [value] })
  expect(status).toBe('success')
}

/** Decodes one transaction with viem and the contracts' own ABIs. */
const abi = [...erc20Abi, ...erc20FeeProxyAbi, ...conversionAbi]
const decode = (transaction: { data: `0x${string}` }) =>
  decodeFunctionData({ abi, data: transaction.data })

it.each([
  ['in its own token', {}],
  ['converted from dollars', USD],
])('GET .../pay for a payment %s changes no row in the database', async (_, members) => {
  const requestId = await createRequest(test, members)
  const { json } = await test.call('GET', `/v2/request/${requestId}`)
  const { token } = await test.createPayment({ requests: [{ ...usdcItem, ...members }] })
  const paths = [
    `/v2/request/${requestId}/pay`,
    `/v1/request/${json.paymentReference}/pay`,
    `/v2/secure-payments/${token}/pay`,
  ]
  const { db } = test.host.context
  const before = await dumpDatabase(db)
  for (const path of paths) {
    for (const query of ['', `?wallet=${PAYER}`, `?wallet=${EMPTY_WALLET}`]) {
      expect((await test.call('GET', `${path}${query}`)).status, path + query).toBe(200)
    }
  }
  expect(await dumpDatabase(db)).toBe(before)
})

describe('GET /v2/request/{requestId}/pay', () => {
  it('GET /v2/request/{requestId}/pay returns the approval and the payment for the remaining amount, with values as objects', async () => {
    const requestId = await createRequest(test)
    const { status, json } = await askToPay(test, requestId)
    expect(status).toBe(200)
    const [approval, payment] = json.transactions
    const token = chains.token('devnet', 'USDC').address
    expect(json.transactions.map(({ value }: { value: unknown }) => value)).toEqual([
      { type: 'BigNumber', hex: '0x00' },
      { type: 'BigNumber', hex: '0x00' },
    ])
    expect(approval.to).toBe(token)
    expect(decode(approval)).toEqual({
      functionName: 'approve',
      args: [chains.contract('devnet', 'ERC20FeeProxy'), 12_500_000n],
    })
    expect(payment.to).toBe(chains.contract('devnet', 'ERC20FeeProxy'))
    const { args = [] } = decode(payment)
    expect(args.slice(0, 3)).toEqual([token, PAYEE, 12_500_000n])
    expect(args[4]).toBe(0n)
    expect(json.metadata).toEqual({
      stepsRequired: 2,
      needsApproval: true,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 1,
      hasEnoughBalance: true,
      hasEnoughGas: true,
      balanceChecked: false,
    })
  })

  it('GET /v2/request/{requestId}/pay returns native amounts in hex with an even number of digits', async () => {
    const currency = 'ETH-devnet'
    // 1.1 ether is 0xf43fc2c04ee0000, whose fifteen digits need a leading zero.
    const requestId = await createRequest(test, {
      amount: '1.1',
      invoiceCurrency: currency,
      paymentCurrency: currency,
    })
    const { json } = await askToPay(test, requestId)
    expect(json.transactions).toHaveLength(1)
    const [payment] = json.transactions
    expect(payment.value).toEqual({ type: 'BigNumber', hex: '0x0f43fc2c04ee0000' })
    const { functionName } = decodeFunctionData({ abi: ethereumFeeProxyAbi, data: payment.data })
    expect(functionName).toBe('transferWithReferenceAndFee')
    expect(json.metadata).toMatchObject({
      stepsRequired: 1,
      needsApproval: false,
      approvalTransactionIndex: null,
      paymentTransactionIndex: 0,
    })
  })

  it('GET /v2/request/{requestId}/pay accepts a wallet under either parameter name', async () => {
    const requestId = await createRequest(test)
    for (const name of ['wallet', 'payerAddress']) {
      const rich = await askToPay(test, requestId, { [name]: PAYER.toLowerCase() })
      const poor = await askToPay(test, requestId, { [name]: EMPTY_WALLET })
      expect(rich.json.metadata).toMatchObject({
        hasEnoughBalance: true,
        hasEnoughGas: true,
        balanceChecked: true,
      })
      expect(poor.json.metadata).toMatchObject({
        hasEnoughBalance: false,
        hasEnoughGas: false,
        balanceChecked: true,
      })
    }
  })

  it('GET /v2/request/{requestId}/pay omits an unnecessary approval, and first resets an allowance that the token cannot change directly', async () => {
    const currency = { invoiceCurrency: 'USDT-devnet', paymentCurrency: 'USDT-devnet' }
    const requestId = await createRequest(test, { ...currency, amount: '5' })
    const approve = (units: bigint) =>
      chains.wallet('devnet', PAYER_INDEX).writeContractSync({
        address: chains.token('devnet', 'USDT').address,
        abi: erc20Abi,
        functionName: 'approve',
        args: [chains.contract('devnet', 'ERC20FeeProxy'), units],
      })
    await approve(1n)
    const reset = await askToPay(test, requestId, { wallet: PAYER })
    expect(reset.json.metadata).toMatchObject({
      stepsRequired: 3,
      needsApproval: true,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 2,
    })
    expect(decode(reset.json.transactions[0]).args?.[1]).toBe(0n)
    expect(decode(reset.json.transactions[1]).args?.[1]).toBe(5_000_000n)
    await sendAll(chains, PAYER_INDEX, reset.json.transactions)
    await approve(0n)
    await approve(5_000_000n)
    const known = await askToPay(test, requestId, { wallet: PAYER })
    expect(known.json.metadata).toMatchObject({ stepsRequired: 1, needsApproval: false })
  })

  it('GET /v2/request/{requestId}/pay accepts the request’s own chain and token, by id or by name, and rejects any other chain or token', async () => {
    const requestId = await createRequest(test)
    for (const chain of ['devnet', 'DEVNET']) {
      expect((await askToPay(test, requestId, { chain, token: 'USDC' })).status).toBe(200)
    }
    const other = { chain: 'BASE', token: 'USDC' }
    expect(await askToPay(test, requestId, other)).toMatchObject({
      status: 400,
      json: { code: 'unsupported_crosschain', errors: [{ field: 'chain' }] },
    })
    const lone = await askToPay(test, requestId, { chain: 'devnet' })
    expect(lone).toMatchObject({ status: 400, json: { errors: [{ field: 'token' }] } })
  })

  it.each(['clientUserId', 'paymentDetailsId'])(
    'GET /v2/request/{requestId}/pay rejects %s for a request with a crypto payment',
    async (field) => {
      const requestId = await createRequest(test)
      expect(await askToPay(test, requestId, { [field]: 'user-1' })).toMatchObject({
        status: 400,
        json: { code: 'unsupported_crypto_to_fiat', errors: [{ field }] },
      })
    },
  )

  it('GET /v2/request/{requestId}/pay returns 404 for other merchants’ requests and for an invalid id', async () => {
    const requestId = await createRequest(test)
    const { apiKey } = await test.createTenant()
    const foreign = await askToPay(test, requestId, {}, { 'x-api-key': apiKey })
    expect(foreign).toMatchObject({ status: 404, json: { code: 'request_not_found' } })
    expect((await askToPay(test, `01${'ab'.repeat(32)}`)).status).toBe(404)
  })
})

describe('A partial payment', () => {
  it('a partial payment uses the stated amount, up to the remaining amount', async () => {
    const requestId = await createRequest(test)
    const part = await askToPay(test, requestId, { amount: '2.000001' })
    expect(decode(part.json.transactions[1]).args?.[2]).toBe(2_000_001n)
    const all = await askToPay(test, requestId, { amount: '12.5' })
    expect(decode(all.json.transactions[1]).args?.[2]).toBe(12_500_000n)
  })

  it('a partial payment is rejected when it exceeds the remaining amount, which the message states', async () => {
    const { token, requestIds } = await test.createPayment()
    const requestId = requestIds[0] ?? ''
    await markPaid(test.host, { token, requestId, paidUnits: 7_000_000n })
    expect((await askToPay(test, requestId, { amount: '5.5' })).status).toBe(200)
    const { status, json } = await askToPay(test, requestId, { amount: '5.500001' })
    expect(status).toBe(400)
    expect(json).toMatchObject({
      code: 'amount_exceeds_remaining',
      errors: [{ field: 'amount' }],
    })
    expect(json.message).toContain('5.5 USDC')
    const rest = await askToPay(test, requestId)
    expect(decode(rest.json.transactions[1]).args?.[2]).toBe(5_500_000n)
  })

  it.each(['0', '-1', '1e3', '', 'NaN', '0.0000001'])(
    'a partial payment cannot be %j',
    async (amount) => {
      const requestId = await createRequest(test)
      const { status, json } = await askToPay(test, requestId, { amount })
      expect({ status, field: json.errors[0].field }).toEqual({ status: 400, field: 'amount' })
    },
  )

  it('a partial payment has the invoice currency’s precision, not the contracts’', async () => {
    const requestId = await createRequest(test, { ...USD, paymentCurrency: 'USDC-devnet' })
    expect((await askToPay(test, requestId, { amount: '0.01' })).status).toBe(200)
    const { status, json } = await askToPay(test, requestId, { amount: '0.001' })
    expect({ status, field: json.errors[0].field }).toEqual({ status: 400, field: 'amount' })
    const over = await askToPay(test, requestId, { amount: '100.01' })
    expect(over.json).toMatchObject({ code: 'amount_exceeds_remaining' })
    expect(over.json.message).toContain('100 USD')
  })
})

describe('A fee', () => {
  const fee = { feePercentage: '2.5', feeAddress: FEE_ADDRESS }

  it('a fee is added to each part, rounded up', async () => {
    const requestId = await createRequest(test)
    const { json } = await askToPay(test, requestId, { ...fee, amount: '0.000001' })
    const [approval, payment] = json.transactions
    expect(decode(approval).args?.[1]).toBe(2n)
    expect(decode(payment).args?.slice(4)).toEqual([1n, FEE_ADDRESS])
    expect(json.metadata.platformFee).toEqual({ percentage: '2.5', address: FEE_ADDRESS })
  })

  it('a fee needs both a percentage and an address', async () => {
    const requestId = await createRequest(test)
    const { status, json } = await askToPay(test, requestId, { feePercentage: '1' })
    expect({ status, field: json.errors[0].field }).toEqual({ status: 400, field: 'feeAddress' })
  })

  it('the client ID’s fee overrides the call’s fee, and stays with its request', async () => {
    const shop = await test.createClientId({
      label: 'Shop',
      allowedDomains: [SHOP_ORIGIN],
      feePercentage: '1',
      feeAddress: SECOND_PAYEE,
    })
    const asShop = {
      anonymous: true,
      headers: pageHeaders(shop.clientId),
    }
    const plain = await createRequest(test)
    const path = `/v2/request/${plain}/pay?${new URLSearchParams(fee)}`
    const { json } = await test.call('GET', path, asShop)
    expect(json.metadata.platformFee).toEqual({ percentage: '1', address: SECOND_PAYEE })
    expect(decode(json.transactions[1]).args?.slice(4)).toEqual([125_000n, SECOND_PAYEE])

    const made = await test.call('POST', '/v2/request', {
      ...asShop,
      body: {
        payee: PAYEE,
        amount: '10',
        invoiceCurrency: 'USDC-devnet',
        paymentCurrency: 'USDC-devnet',
      },
    })
    const other = await askToPay(test, made.json.requestId, fee)
    expect(other.json.metadata.platformFee).toEqual({ percentage: '1', address: SECOND_PAYEE })
  })
})

describe('A request that cannot be paid', () => {
  it('a request that cannot be paid returns an error if it is already paid', async () => {
    const { token, requestIds } = await test.createPayment()
    const requestId = requestIds[0] ?? ''
    await markPaid(test.host, { token, requestId, paidUnits: 12_500_000n })
    expect(await askToPay(test, requestId)).toMatchObject({
      status: 400,
      json: { code: 'already_paid' },
    })
    expect((await askToPay(test, requestId, { amount: '1' })).json.code).toBe('already_paid')
  })

  it('a request whose payment a reorganisation removed returns `processing` while any payment is pending', async () => {
    const { token, requestIds } = await test.createPayment()
    const requestId = requestIds[0] ?? ''
    await test.host.context.db.kysely
      .updateTable('requests')
      .set({ revocations: 1 })
      .where('id', '=', requestId)
      .execute()
    const askLink = () => test.call('GET', `/v2/secure-payments/${token}/pay?wallet=${PAYER}`)
    expect([(await askToPay(test, requestId)).status, (await askLink()).status]).toEqual([200, 200])
    await markSeen(test.host, { requestId, units: 1n, depth: 1n })
    const processing = { status: 409, json: { code: 'payment_processing' } }
    expect(await askToPay(test, requestId)).toMatchObject(processing)
    expect(await askLink()).toMatchObject(processing)
  })

  it('a request that cannot be paid returns `processing` only while a pending payment covers its full amount', async () => {
    const requestId = await createRequest(test)
    await markSeen(test.host, { requestId, units: 12_499_999n, depth: 1n })
    expect((await askToPay(test, requestId)).status).toBe(200)
    const second = await createRequest(test)
    await markSeen(test.host, { requestId: second, units: 12_500_000n, depth: 1n })
    expect(await askToPay(test, second)).toMatchObject({
      status: 409,
      json: { code: 'payment_processing' },
    })
  })

  it('a request that cannot be paid returns an error once its link has expired', async () => {
    const { requestIds } = await test.createPayment()
    test.clock.advance(400 * 24 * 3_600_000)
    expect(await askToPay(test, requestIds[0] ?? '')).toMatchObject({
      status: 403,
      json: { code: 'payment_expired' },
    })
    test.clock.advance(-400 * 24 * 3_600_000)
  })
})

describe('A conversion', () => {
  const inUsdc = { ...USD, paymentCurrency: 'USDC-devnet' }
  const inEth = { ...USD, paymentCurrency: 'ETH-devnet' }

  it('a conversion into a token approves the conversion proxy for the maximum, and pays the exact amount', async () => {
    const requestId = await createRequest(test, inUsdc)
    const { json } = await askToPay(test, requestId, {
      wallet: PAYER,
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
    })
    const proxy = chains.contract('devnet', 'Erc20ConversionProxy')
    const [approval, payment] = json.transactions
    // The maximum is 101 dollars and 1 % slippage.
    expect(decode(approval).args).toEqual([proxy, 102_010_000n])
    expect(payment).toMatchObject({ to: proxy, value: { hex: '0x00' } })
    const { args = [] } = decode(payment)
    expect([args[0], args[1], args[4], args[5], args[6], args[7]]).toEqual([
      PAYEE,
      100_00000000n,
      1_00000000n,
      FEE_ADDRESS,
      102_010_000n,
      3_600n,
    ])
    expect(args[2]).toEqual([hash('USD'), hash('USDC-devnet')])
    const before = await balanceOf(chains, 'USDC', PAYEE)
    const feeBefore = await balanceOf(chains, 'USDC', FEE_ADDRESS)
    await sendAll(chains, PAYER_INDEX, json.transactions)
    expect((await balanceOf(chains, 'USDC', PAYEE)) - before).toBe(100_000_000n)
    expect((await balanceOf(chains, 'USDC', FEE_ADDRESS)) - feeBefore).toBe(1_000_000n)
  })

  it('a conversion into the native coin sends the maximum', async () => {
    const requestId = await createRequest(test, inEth)
    const { json } = await askToPay(test, requestId, { wallet: PAYER })
    expect(json.transactions).toHaveLength(1)
    const [payment] = json.transactions
    expect(payment.to).toBe(chains.contract('devnet', 'EthConversionProxy'))
    // The maximum is 0.04 ether and 3 % slippage.
    expect(BigInt(payment.value.hex)).toBe(parseEther('0.0412'))
    const before = await balanceOf(chains, 'ETH', PAYEE)
    await sendAll(chains, PAYER_INDEX, json.transactions)
    expect((await balanceOf(chains, 'ETH', PAYEE)) - before).toBe(parseEther('0.04'))
  })

  it.each([
    ['EUR', 'DAI-devnet', '10', 11n * 10n ** 18n],
    ['JPY', 'USDT-devnet', '1000', 6_700_000n],
    ['GBP', 'ETH-devnet', '2500', 125n * 10n ** 16n],
    ['CNY', 'USDC-devnet', '0.01', 1_400n],
  ])(
    'a conversion from %s into %s pays the equivalent amount',
    async (invoiceCurrency, paymentCurrency, amount, units) => {
      const requestId = await createRequest(test, { invoiceCurrency, paymentCurrency, amount })
      const { json } = await askToPay(test, requestId, { wallet: PAYER })
      const symbol = paymentCurrency.replace('-devnet', '')
      const before = await balanceOf(chains, symbol, PAYEE)
      await sendAll(chains, PAYER_INDEX, json.transactions)
      expect((await balanceOf(chains, symbol, PAYEE)) - before).toBe(units)
    },
  )

  it('a conversion in parts pays each part exactly', async () => {
    const requestId = await createRequest(test, inUsdc)
    const { json } = await askToPay(test, requestId, { wallet: PAYER, amount: '33.33' })
    const before = await balanceOf(chains, 'USDC', PAYEE)
    await sendAll(chains, PAYER_INDEX, json.transactions)
    expect((await balanceOf(chains, 'USDC', PAYEE)) - before).toBe(33_330_000n)
  })

  it('a conversion succeeds when the rate moves within the slippage, and reverts when it moves further', async () => {
    const requestId = await createRequest(test, inUsdc)
    const quote = await askToPay(test, requestId, { wallet: PAYER })
    await setFeed('USDC', 'setAnswer', 99_100000n)
    const before = await balanceOf(chains, 'USDC', PAYEE)
    await sendAll(chains, PAYER_INDEX, quote.json.transactions)
    // 100 / 0.991, rounded down as in the contract.
    expect((await balanceOf(chains, 'USDC', PAYEE)) - before).toBe(100_908_173n)

    await setFeed('USDC', 'setAnswer', 98_000000n)
    const [, payment] = quote.json.transactions
    const approval = quote.json.transactions[0]
    await sendAll(chains, PAYER_INDEX, [approval])
    const { to, data } = payment
    await expect(chains.client('devnet').call({ account: PAYER, to, data })).rejects.toThrow(
      'Amount to pay is over the user limit',
    )
    forgetRates()
    const again = await askToPay(test, requestId, { wallet: PAYER })
    await sendAll(chains, PAYER_INDEX, again.json.transactions)
  })

  it('a conversion is rejected with the reason when the contract no longer has a rate', async () => {
    const requestId = await createRequest(test, inUsdc)
    const feed = priceFeeds(getNetwork('devnet')).find(({ name }) => name === 'USDC/USD')
    await chains.client('devnet').setCode({ address: feed?.address ?? '0x', bytecode: '0x' })
    const { status, json } = await askToPay(test, requestId, { wallet: PAYER })
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'conversion_unavailable' })
    expect(json.message).toContain('no rate')
  })

  it('a conversion is rejected only while a rate on its path is too old', async () => {
    const requestId = await createRequest(test, inUsdc)
    const nowS = BigInt(Math.floor(test.clock.now().getTime() / 1_000))
    await setFeed('USDC', 'setUpdatedAt', nowS - 3_600n)
    expect((await askToPay(test, requestId)).status).toBe(200)
    await setFeed('USDC', 'setUpdatedAt', nowS - 3_601n)
    forgetRates()
    const { status, json } = await askToPay(test, requestId)
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'rate_too_old' })
    expect(json.message).toMatch(/36\d\d s old; 3600 s are allowed/)
  })

  it('a conversion is rejected when the amount is worth less than one base unit', async () => {
    // A dollar buys 10^-9 of a coin with 6 decimals.
    await setFeed('USDC', 'setAnswer', 10n ** 17n)
    const requestId = await createRequest(test, { ...inUsdc, amount: '0.01' })
    const { status, json } = await askToPay(test, requestId)
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'conversion_unavailable' })
  })

  it('a conversion returns 503 while no node responds, unlike a direct payment', async () => {
    const converted = await createRequest(test, inUsdc)
    const direct = await createRequest(test)
    await using cut = await test.startNeighbour({ PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' })
    const down = await askToPay(cut, converted, { wallet: PAYER })
    expect(down).toMatchObject({ status: 503, json: { code: 'chain_unavailable' } })
    expect(down.headers['retry-after']).toBeDefined()
    const { status, json } = await askToPay(cut, direct, { wallet: PAYER })
    expect(status).toBe(200)
    expect(json.metadata).toMatchObject({ balanceChecked: false, needsApproval: true })
  })

  it('a conversion reports an insufficient balance when a rate change could exceed the balance', async () => {
    const requestId = await createRequest(test, inUsdc)
    const wallet = accounts[6]?.address ?? '0x'
    const all = await balanceOf(chains, 'USDC', wallet)
    await chains.wallet('devnet', 6).writeContractSync({
      address: chains.token('devnet', 'USDC').address,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [PAYEE, all - 100_999_999n],
    })
    const { json } = await askToPay(test, requestId, { wallet })
    expect(json.metadata).toMatchObject({ hasEnoughBalance: false, balanceChecked: true })
  })
})
