import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, test } from 'vitest'
import type { PayingAccount, Receipt } from '../../wallets/payingWallet.ts'
import { type Agreement, runActivation, waitForReceipt } from './runActivation.ts'
import { findScheduleFacts } from './scheduleTerms.ts'

const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SIGNATURE = `0x${'5e'.repeat(65)}`
const NEEDED = 30_000_000n

function agree(approvals = 1): Agreement {
  const terms = {
    payer: PAYER,
    payee: PAYEE,
    currencyId: 'USDC-base',
    amount: '10',
    frequency: 'DAILY',
    startDate: '2027-01-31',
    totalPayments: 3,
    reference: null,
  } as const
  const facts = findScheduleFacts(terms, { recurringContracts: {} })
  if (facts === null) throw new Error('These terms have no contract.')
  const permit = {
    subscriber: PAYER,
    token: facts.token.address,
    recipient: PAYEE,
    feeAddress: `0x${'0'.repeat(40)}`,
    amount: facts.amountUnits,
    feeAmount: 0n,
    relayerFee: 0n,
    periodSeconds: 86_400,
    firstPayment: facts.dueS[0] ?? 0,
    totalPayments: 3,
    nonce: `0x${'7d'.repeat(32)}` as const,
    deadline: 2n ** 31n,
    strictOrder: true,
  }
  const call = { to: facts.token.address, data: '0x095ea7b3' }
  return {
    facts,
    permit,
    approvals: Array.from({ length: approvals }, () => call),
    allowanceUnits: NEEDED,
  }
}

/** Returns a wallet with preset responses that records its requests in order. */
function fakeWallet(answers: {
  address?: string
  /** The allowance after this number of transactions. */
  allowances?: readonly bigint[]
  receipts?: readonly Receipt[]
}) {
  const {
    address = PAYER.toLowerCase(),
    allowances = [0n, NEEDED],
    receipts = ['succeeded'],
  } = answers
  const asked: string[] = []
  let sent = 0
  let polls = 0
  const account: PayingAccount = {
    address,
    walletName: 'Test wallet',
    useNetwork: async ({ id }) => void asked.push(`network ${id}`),
    send: async () => {
      asked.push('send')
      sent += 1
      return `0x${String(sent).repeat(64)}`
    },
    findReceipt: async (hash) => {
      asked.push(`receipt ${hash.slice(0, 4)}`)
      polls += 1
      return receipts[Math.min(polls, receipts.length) - 1] ?? 'pending'
    },
    readAllowance: async () => allowances[Math.min(sent, allowances.length - 1)] ?? 0n,
    signTypedData: async ({ domain }) => {
      asked.push(`sign on ${domain.chainId}`)
      return SIGNATURE
    },
  }
  return { account, asked }
}

function run(
  wallet: ReturnType<typeof fakeWallet>,
  options: { agreement?: Agreement; approvalHash?: string } = {},
) {
  const { asked, account } = wallet
  return runActivation(options.agreement ?? agree(), {
    account,
    approvalHash: options.approvalHash ?? null,
    onStep: (step) => void asked.push(`: ${step}`),
    onApprovalSent: (hash) => void asked.push(`stored ${hash.slice(0, 4)}`),
    activate: async (signature) => void asked.push(`activate ${signature.length}`),
    wait: async () => void asked.push('wait'),
  })
}

test('The activation approves, waits for the block, signs and activates', async () => {
  const wallet = fakeWallet({
    allowances: [0n, 0n, NEEDED],
    receipts: ['unknown', 'pending', 'succeeded'],
  })
  const agreement = agree(2)
  await run(wallet, { agreement })
  expect(wallet.asked).toEqual([
    `network ${getNetwork('base').id}`,
    ': approve',
    'send',
    'stored 0x11',
    ': confirm',
    'receipt 0x11',
    'wait',
    'receipt 0x11',
    'wait',
    'receipt 0x11',
    ': approve',
    'send',
    'stored 0x22',
    ': confirm',
    'receipt 0x22',
    ': sign',
    'sign on 8453',
    ': activate',
    'activate 132',
  ])
})

test('The activation skips the approval if the allowance is already sufficient', async () => {
  const wallet = fakeWallet({ allowances: [NEEDED] })
  await run(wallet)
  expect(wallet.asked.filter((entry) => entry === 'send')).toEqual([])
  expect(wallet.asked.at(-1)).toBe('activate 132')
})

test('After a reload, the activation waits for the approval that was sent, and sends no second one', async () => {
  const wallet = fakeWallet({ receipts: ['pending', 'succeeded'] })
  const covered = { ...wallet.account }
  let reads = 0
  covered.readAllowance = async () => {
    reads += 1
    return reads > 2 ? NEEDED : 0n
  }
  await run({ ...wallet, account: covered }, { approvalHash: `0x${'9'.repeat(64)}` })
  expect(wallet.asked).toContain('receipt 0x99')
  expect(wallet.asked).not.toContain('send')
})

test('The activation resends an approval that the network dropped', async () => {
  const wallet = fakeWallet({ receipts: [...Array<Receipt>(16).fill('unknown'), 'succeeded'] })
  await run(wallet, { approvalHash: `0x${'9'.repeat(64)}` })
  expect(wallet.asked.filter((entry) => entry === 'send')).toEqual(['send'])
})

describe('the activation signs nothing', () => {
  test.each([
    ['by another account', { address: PAYEE }, 'other_payer'],
    ['after an approval that reverted', { receipts: ['reverted'] as const }, 'reverted'],
    ['after an approval that the payer lowered', { allowances: [0n, NEEDED - 1n] }, 'too_low'],
    [
      'while the approval is not mined',
      { allowances: [0n, 0n], receipts: ['pending'] as const },
      'unconfirmed',
    ],
  ])('the activation signs nothing %s', async (_, answers, reason) => {
    const wallet = fakeWallet(answers)
    await expect(run(wallet)).rejects.toMatchObject({ reason })
    expect(wallet.asked.some((entry) => entry.startsWith('sign'))).toBe(false)
  })
})

test('A transaction that the wallet resent under another hash is recognised by its effect', async () => {
  const { account } = fakeWallet({ receipts: ['pending'] })
  const settled = await waitForReceipt('0x1', {
    account,
    wait: async () => {},
    isDone: async () => true,
  })
  expect(settled).toBe('succeeded')
})
