import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { createRefusalCheck, invalid } from '../support/createRefusalCheck.ts'
import { FEE_ADDRESS, PAYEE, PAYER, startTestHost } from '../support/testHost.ts'
import {
  TRON_CHAIN_ID,
  TRON_PROXY,
  TRON_USDT,
  tronFeeAddress,
  tronPayee,
  tronPayer,
} from '../support/tronWallets.ts'

/**
 * Tests rejections on Tron: each returns the documented status and the field with its code, and changes no row. No node responds
 * to this host.
 */
const test = await startTestHost({
  PAY_NETWORKS: 'devnet,tron',
  PAY_RPC_URL_TRON: 'http://127.0.0.1:1/jsonrpc',
})
afterAll(() => test[Symbol.asyncDispose]())
const { rememberRows, expectRefusal } = createRefusalCheck(test)

const both = (currency: string) => ({ invoiceCurrency: currency, paymentCurrency: currency })
const USDT = { payee: tronPayee.address, amount: '12.5', ...both('USDT-tron') }
const USDC_DEVNET = { payee: PAYEE, amount: '12.5', ...both('USDC-devnet') }
const FEE = { feePercentage: '1', feeAddress: tronFeeAddress.address }
const today = test.clock.now().toISOString().slice(0, 10)

/** The payee's address with its last character changed, and the address in hex form. */
const WRONG_CHECKSUM = `${tronPayee.address.slice(0, -1)}${tronPayee.address.endsWith('a') ? 'b' : 'a'}`
const HEX_FORM = '4119e7e376e7c213b7e7e7e46cc70a5dd086daff2a'
const TRON_ZERO = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
/** A destination id on Tron with the address of an EVM wallet. */
const EVM_ON_TRON = `${PAYEE}@eip155:${TRON_CHAIN_ID}#00000000:${TRON_USDT}`

const ids = { tron: '', evm: '' }
const tokens = { tron: '', evm: '' }
const references = { tron: '' }
beforeAll(async () => {
  const create = async (body: object) => (await test.call('POST', '/v2/request', { body })).json
  const tron = await create(USDT)
  ids.tron = tron.requestId
  references.tron = tron.paymentReference
  ids.evm = (await create(USDC_DEVNET)).requestId
  tokens.tron = (await test.createPayment({ requests: [USDT] })).token
  tokens.evm = (await test.createPayment()).token
  await rememberRows()
})

const refused = (code: string, field: string) => ({
  status: 400,
  code,
  errors: [`${field} ${code}`],
})

describe('A payee or fee address', () => {
  const cases: [string, object, ReturnType<typeof invalid>][] = [
    ['a wrong checksum', { payee: WRONG_CHECKSUM }, invalid('payee invalid_address')],
    ['the hex form', { payee: HEX_FORM }, invalid('payee invalid_address')],
    ['the hex form with 0x', { payee: `0x${HEX_FORM}` }, invalid('payee invalid_address')],
    ['an EVM address on Tron', { payee: PAYEE }, invalid('payee invalid_address')],
    [
      'a Tron address on an EVM chain',
      { ...both('USDC-devnet') },
      invalid('payee invalid_address'),
    ],
    ['the zero address', { payee: TRON_ZERO }, invalid('payee zero_address')],
    ['the token', { payee: TRON_USDT }, invalid('payee payee_is_contract')],
    ['the proxy', { payee: TRON_PROXY }, invalid('payee payee_is_contract')],
  ]

  it.each(cases)('a request’s payee or fee address must not be %s', async (_, change, expected) => {
    await expectRefusal(['POST', '/v2/request', { ...USDT, ...change }], expected)
    await expectRefusal(['POST', '/v1/request', { ...USDT, ...change }], expected)
  })

  it.each(cases)('a payout’s payee or fee address must not be %s', async (_, change, expected) => {
    await expectRefusal(['POST', '/v2/payouts', { ...USDT, ...change }], expected)
  })

  it.each(cases)(
    'a secure payment’s payee or fee address must not be %s',
    async (_, change, expected) => {
      const errors = expected.errors?.map((error) => `requests[0].${error}`) ?? []
      await expectRefusal(
        ['POST', '/v2/secure-payments', { requests: [{ ...USDT, ...change }] }],
        invalid(...errors),
      )
    },
  )

  it.each([
    ['from another family', FEE_ADDRESS, USDT],
    ['from Tron on an EVM chain', tronFeeAddress.address, USDC_DEVNET],
    ['with a wrong checksum', WRONG_CHECKSUM, USDT],
  ])('a fee address must not be an address %s', async (_, feeAddress, item) => {
    const fee = { feePercentage: '1', feeAddress }
    const expected = invalid('feeAddress invalid_address')
    await expectRefusal(['POST', '/v2/payouts', { ...item, ...fee }], expected)
    await expectRefusal(['POST', '/v2/secure-payments', { requests: [item], ...fee }], expected)
  })

  it('a fee address must be on Tron when the payment is on Tron', async () => {
    const fee = new URLSearchParams({ feePercentage: '1', feeAddress: FEE_ADDRESS }).toString()
    await expectRefusal(
      ['GET', `/v2/request/${ids.tron}/pay?${fee}`],
      invalid('feeAddress invalid_address'),
    )
    const tronFee = new URLSearchParams(FEE).toString()
    await expectRefusal(
      ['GET', `/v2/request/${ids.evm}/pay?${tronFee}`],
      invalid('feeAddress invalid_address'),
    )
  })
})

describe('A destination', () => {
  it.each([
    ['with an EVM wallet on Tron', EVM_ON_TRON, 'invalid_destination'],
    [
      'with a Tron wallet on an EVM chain',
      `${tronPayee.address}@eip155:1#00000000:0xdAC17F958D2ee523a2206206994597C13D831ec7`,
      'invalid_destination',
    ],
    [
      'with an EVM token on Tron',
      `${tronPayee.address}@eip155:${TRON_CHAIN_ID}#00000000:0xdAC17F958D2ee523a2206206994597C13D831ec7`,
      'invalid_destination',
    ],
    [
      'with another wallet’s checksum',
      `${tronPayee.address}@eip155:${TRON_CHAIN_ID}#00000000:${TRON_USDT}`,
      'checksum_mismatch',
    ],
    [
      'with a wallet whose own checksum is wrong',
      `${WRONG_CHECKSUM}@eip155:${TRON_CHAIN_ID}#00000000:${TRON_USDT}`,
      'invalid_destination',
    ],
  ])('%s is rejected', async (_, destinationId, code) => {
    await expectRefusal(
      ['POST', '/v2/secure-payments', { requests: [{ destinationId, amount: '1' }] }],
      invalid(`requests[0].destinationId ${code}`),
    )
  })
})

describe('A currency', () => {
  it.each([
    ['TRX, which no contract accepts', both('TRX-tron'), 'unpayable_currency'],
    [
      'fiat money that would need a conversion',
      { invoiceCurrency: 'USD', paymentCurrency: 'USDT-tron' },
      'no_conversion_path',
    ],
    [
      'another token that would need a conversion',
      { invoiceCurrency: 'USDC-tron', paymentCurrency: 'USDT-tron' },
      'no_conversion_path',
    ],
    [
      'a currency on another network',
      { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDT-tron' },
      'unsupported_conversion',
    ],
  ])('a currency must not be %s', async (_, currencies, code) => {
    const body = { ...USDT, ...currencies }
    const field = 'paymentCurrency'
    await expectRefusal(['POST', '/v2/request', body], refused(code, field))
    await expectRefusal(['POST', '/v1/pay', body], refused(code, field))
    await expectRefusal(['POST', '/v2/payouts', body], refused(code, field))
    await expectRefusal(
      ['POST', '/v2/secure-payments', { requests: [body] }],
      refused(code, `requests[0].${field}`),
    )
  })

  it('a payout link’s currency must not be TRX', async () => {
    const link = { recipient: tronPayee.address, network: 'tron', amount: '1' }
    await expectRefusal(
      ['POST', '/v2/secure-payments/payouts', { ...link, currency: 'TRX-tron' }],
      refused('unpayable_currency', 'currency'),
    )
  })

  it('an amount must not have more decimals than the token', async () => {
    await expectRefusal(
      ['POST', '/v2/request', { ...USDT, amount: '1.0000001' }],
      invalid('amount too_many_decimals'),
    )
  })
})

describe('A batch', () => {
  const OTHER = { ...USDT, amount: '1' }

  it.each([
    ['of payouts on Tron only', [USDT, OTHER]],
    ['with an item on Tron', [USDC_DEVNET, USDT]],
  ])('%s is rejected', async (_, requests) => {
    const expected = refused('batch_unsupported', 'requests')
    await expectRefusal(['POST', '/v2/secure-payments', { requests }], expected)
    await expectRefusal(['POST', '/v2/payouts/batch', { requests }], expected)
    const payer = tronPayer.address
    await expectRefusal(['POST', '/v2/payouts/batch', { requests, payer }], expected)
  })

  it('a batch of one payout on Tron is rejected', async () => {
    await expectRefusal(
      ['POST', '/v2/payouts/batch', { requests: [USDT] }],
      refused('batch_unsupported', 'requests'),
    )
  })

  it('a batch of existing requests on Tron is rejected', async () => {
    await expectRefusal(
      ['POST', '/v2/payouts/batch', { requestIds: [ids.evm, ids.tron] }],
      refused('batch_unsupported', 'requestIds'),
    )
  })

  it('a batch of payouts behind a link is rejected', async () => {
    const payout = {
      recipient: tronPayee.address,
      network: 'tron',
      currency: 'USDT-tron',
      amount: '1',
    }
    await expectRefusal(
      ['POST', '/v2/secure-payments/payouts', { payouts: [payout, payout] }],
      refused('batch_unsupported', 'payouts'),
    )
  })

  it('a batch on an EVM chain rejects a payer on Tron', async () => {
    await expectRefusal(
      ['POST', '/v2/payouts/batch', { requests: [USDC_DEVNET], payer: tronPayer.address }],
      invalid('payer invalid_address'),
    )
  })
})

describe('A recurring payout', () => {
  const recurrence = { startDate: today, frequency: 'MONTHLY', totalPayments: 3 }

  it('a recurring payout on Tron is rejected, for any payer', async () => {
    for (const payer of [tronPayer.address, PAYER]) {
      await expectRefusal(
        ['POST', '/v2/payouts', { ...USDT, recurrence: { ...recurrence, payer } }],
        {
          status: 400,
          code: 'recurring_unavailable',
          errors: ['recurrence recurring_unavailable'],
        },
      )
    }
  })

  it('a recurring payout on an EVM chain cannot have a payer on Tron', async () => {
    await expectRefusal(
      ['POST', '/v2/payouts', { ...USDC_DEVNET, payerWallet: tronPayer.address, recurrence }],
      invalid('payerWallet invalid_address'),
    )
  })
})

describe('A payer', () => {
  it.each([
    ['an EVM wallet', PAYER],
    ['a wallet with a wrong checksum', WRONG_CHECKSUM],
  ])('a payer on Tron must not be %s', async (_, wallet) => {
    const expected = invalid('wallet invalid_address')
    await expectRefusal(['GET', `/v2/secure-payments/${tokens.tron}?wallet=${wallet}`], expected)
    await expectRefusal(
      ['GET', `/v2/secure-payments/${tokens.tron}/pay?wallet=${wallet}`],
      expected,
    )
    await expectRefusal(['GET', `/v2/request/${ids.tron}/pay?wallet=${wallet}`], expected)
    await expectRefusal(['GET', `/v2/request/${ids.tron}/routes?wallet=${wallet}`], expected)
    await expectRefusal(['GET', `/v1/request/${references.tron}/pay?wallet=${wallet}`], expected)
    await expectRefusal(
      ['POST', '/v2/request', { ...USDT, payer: wallet }],
      invalid('payer invalid_address'),
    )
    await expectRefusal(
      ['POST', '/v2/payouts', { ...USDT, payerWallet: wallet }],
      invalid('payerWallet invalid_address'),
    )
  })

  it('a payer on an EVM chain must not be a Tron wallet', async () => {
    const wallet = tronPayer.address
    const expected = invalid('wallet invalid_address')
    await expectRefusal(['GET', `/v2/secure-payments/${tokens.evm}?wallet=${wallet}`], expected)
    await expectRefusal(['GET', `/v2/secure-payments/${tokens.evm}/pay?wallet=${wallet}`], expected)
    await expectRefusal(['GET', `/v2/request/${ids.evm}/pay?wallet=${wallet}`], expected)
    await expectRefusal(
      ['POST', '/v2/payouts', { ...USDC_DEVNET, payer: wallet }],
      invalid('payer invalid_address'),
    )
  })

  it('a payer must not be the payee', async () => {
    await expectRefusal(
      ['POST', '/v2/payouts', { ...USDT, payerWallet: tronPayee.address }],
      invalid('payee payer_is_payee'),
    )
  })
})

describe('Another chain', () => {
  it.each([
    ['BASE', 'USDC'],
    ['TRON', 'USDT'],
    ['tron', 'USDT'],
  ])('another chain cannot be the source of a payment on Tron: %s %s', async (chain, token) => {
    const query = `chain=${chain}&token=${token}`
    const wallet = `&wallet=${tronPayer.address}`
    const expected = refused('unsupported_crosschain', 'chain')
    for (const more of ['', wallet]) {
      await expectRefusal(
        ['GET', `/v2/secure-payments/${tokens.tron}/pay?${query}${more}`],
        expected,
      )
      await expectRefusal(['GET', `/v2/request/${ids.tron}/pay?${query}${more}`], expected)
    }
  })

  it('another chain cannot be the source of an attempt on Tron', async () => {
    const attempt = {
      attemptId: randomUUID(),
      wallet: tronPayer.address,
      chain: 'BASE',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    }
    await expectRefusal(
      ['POST', `/v2/secure-payments/${tokens.tron}/attempts`, attempt],
      refused('unsupported_crosschain', 'chain'),
    )
  })
})

describe('An intent on Tron', () => {
  it.each([
    ['an EVM chain’s hash', `0x${'ab'.repeat(32)}`, 'chain intents_unsupported'],
    ['a Tron id', 'ab'.repeat(32), 'txHash invalid_tx_hash'],
  ])('an intent on Tron is rejected with %s', async (_, txHash, error) => {
    for (const [chain, token] of [
      ['tron', 'USDT'],
      ['BASE', 'USDC'],
    ]) {
      await expectRefusal(
        ['POST', `/v2/secure-payments/${tokens.tron}/intent`, { txHash, chain, token }],
        invalid(error),
      )
    }
  })
})

describe('A payout link', () => {
  it('a payout link rejects a creator with a wrong checksum', async () => {
    const link = {
      recipient: tronPayee.address,
      network: 'tron',
      currency: 'USDT-tron',
      amount: '1',
    }
    await expectRefusal(
      ['POST', '/v2/secure-payments/payouts', { ...link, creatorWalletAddress: WRONG_CHECKSUM }],
      invalid('creatorWalletAddress invalid_address'),
    )
  })
})
