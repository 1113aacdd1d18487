import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TRON_LIES } from '../../tests/e2e/support/lies/tronLies.ts'
import { fakeProvider } from './testing/fakes.ts'
import { openPage } from './testing/openPage.ts'
import {
  aTronPayment,
  honestTronCalldata,
  TRON_PAYER,
  TRON_STRANGER,
} from './testing/tronExamples.ts'
import { installTestTronWallet } from './testkit/installTestTronWallet.ts'

const wallet = installTestTronWallet({ address: TRON_PAYER, name: 'Test wallet' })
let page: ReturnType<typeof openPage>

beforeEach(() => {
  localStorage.clear()
  wallet.log.length = 0
})

afterEach(() => page.close())

type Answer = ReturnType<typeof honestTronCalldata>

/** Opens a payment on Tron whose service returns the given transactions. */
function open(answer: Answer): void {
  const payment = aTronPayment({ expiresAt: '2999-01-01T00:00:00.000Z' })
  page = openPage(payment, fakeProvider(), (call) =>
    call === 'calldata' ? Response.json(answer) : null,
  )
}

/** Returns the transactions that the page requested the wallet to sign. */
function signs() {
  return wallet.log.filter(({ method }) => method.startsWith('sign'))
}

describe('When the host manipulates a payment on Tron', () => {
  test('the payer reviews an approval and the payment if the host does not manipulate them', async () => {
    const answer = honestTronCalldata()
    expect(answer.transactions).toHaveLength(2)
    open(answer)
    await page.connect()
    await page.expectState('review')
  })

  test.each(TRON_LIES)('the wallet receives no request: $name', async ({ change }) => {
    const answer = honestTronCalldata()
    const truth = JSON.stringify(answer)
    change(answer.transactions, TRON_STRANGER)
    expect(JSON.stringify(answer)).not.toBe(truth)
    open(answer)
    await page.connect()
    await page.expectState('failed', 'This payment was stopped for your safety')
    await page.expectState('failed', 'Nothing was charged.')
    expect(page.find('[part~="pay-button"]')).toBeNull()
    expect(page.element.error?.code).toBe('calldata_mismatch')
    expect(signs()).toEqual([])
  })
})

test('Another account in the wallet stops a payment on Tron before a signature', async () => {
  open(honestTronCalldata())
  await page.connect()
  await page.expectState('review')
  try {
    wallet.setAddress(TRON_STRANGER)
    await page.expectState('review', 'The account in your wallet changed')
    expect(page.element.shadowRoot?.textContent).toContain(`${TRON_STRANGER.slice(0, 6)}…`)
    expect(signs()).toEqual([])
  } finally {
    wallet.setAddress(TRON_PAYER)
  }
})
