import type { Checkout } from './support/checkout.ts'
import { COINS, type Row, test } from './support/matrix/rowStory.ts'
import { ASKED, inOrder, OPENED, PAID, REVIEWED, SENT } from './support/matrix/transcript.ts'
import { failService, type ServiceCall } from './support/matrix/troubles.ts'

/** What a call of the service may answer instead of its answer; `null` is a network that is gone. */
type Answer = { status: number; code?: string; body?: string } | null
/** What a trouble is called, what is answered, and what the payer reads. */
type Trouble = readonly [name: string, answer: Answer, text: string]

const UNAUTHORIZED = 'This site is not allowed to take this payment'
/** What ends the payment, wherever it is answered before the wallet is asked. */
const ENDS: readonly Trouble[] = [
  ['401', { status: 401 }, UNAUTHORIZED],
  ['403', { status: 403 }, UNAUTHORIZED],
  ['403, expired', { status: 403, code: 'payment_expired' }, 'This payment has expired'],
  [
    '403, not payable',
    { status: 403, code: 'payment_not_payable' },
    'This payment can no longer be paid',
  ],
  ['404', { status: 404 }, 'Payment not found'],
]
const LIMITED = 'Too many requests.'
const SILENT = 'The payment service did not answer. Nothing was charged.'
/** What passes by itself: a note tells it, and the payer tries again. */
const PASSING: readonly Trouble[] = [
  ['429', { status: 429 }, LIMITED],
  ['500', { status: 500 }, SILENT],
  ['503', { status: 503 }, SILENT],
  ['502 of a proxy', { status: 502, body: 'Bad gateway' }, SILENT],
  ['no network', null, SILENT],
  ['half a document', { status: 200, body: '{"transactions":' }, SILENT],
  ['another shape', { status: 200, body: '[]' }, SILENT],
]
const ALL = [...PASSING, ...ENDS]
/** A service without leases is one that the payment goes on without; and only who may pay can be told who pays. */
const OF_LEASES: readonly Trouble[] = [
  ...PASSING,
  ['401', { status: 401 }, SILENT],
  ...ENDS.filter(([, answer]) => answer?.status === 403),
]
const UNREACHABLE = 'The payment service cannot be reached'

/** What a page goes through in the steps of a row, oldest first. */
type Steps = { words: string[]; payCalls: number }

test.beforeEach(({ problems }) => problems.allow(/Failed to load resource/))

test('A service that does not describe the payment says why, and the page is opened again later', {
  tag: '@deep',
}, async ({ page, row }) => {
  test.slow()
  const checkout = await row.open(COINS)
  const words = [OPENED]
  // What is reloaded before it is read has no transcript.
  await checkout.expectState('connect')
  for (const [name, answer, text] of ALL) {
    await test.step(name, async () => {
      await failService(page, 'payment', answer)
      await page.reload()
      words.push('| loading unavailable')
      const isPassing = text === SILENT
      const shown = isPassing ? UNREACHABLE : text
      await row.expectStep({ state: 'unavailable', text: shown, sends: 0, transcript: words })
      await page.unrouteAll()
      if (!isPassing) return
      await checkout.button('Try again').click()
      await checkout.expectState('connect')
      words.push(OPENED)
    })
  }
  await page.reload()
  await payAtLast(row, { words: [...words, '|', OPENED], payCalls: 0 })
})

/** Where a call is made, what the payer does for it, and what the page goes through when it is refused. */
const PLACES: readonly {
  name: string
  call: ServiceCall
  act(checkout: Checkout): Promise<void>
  /** Until the refusal. */
  asked: string
  /** Where the payer is when it passes. */
  back: 'connect' | 'options' | 'review'
  /** How often `/pay` was asked for it. */
  payCalls: number
}[] = [
  {
    name: 'which ways to pay the account has',
    call: 'wallet',
    act: (checkout) => checkout.button('Test wallet').click(),
    asked: '+before-connect connecting +connect',
    back: 'connect',
    payCalls: 0,
  },
  {
    name: 'what will be signed',
    call: 'pay',
    act: (checkout) => checkout.button('Test wallet').click(),
    asked: '+before-connect connecting +connect',
    back: 'options',
    payCalls: 1,
  },
  {
    name: 'whether the payment is free',
    call: 'attempts',
    act: (checkout) => checkout.pay(),
    asked: '+before-pay preparing',
    back: 'review',
    payCalls: 0,
  },
  {
    name: 'what to sign',
    call: 'pay',
    act: (checkout) => checkout.pay(),
    asked: '+before-pay preparing',
    back: 'review',
    payCalls: 1,
  },
]

for (const place of PLACES) {
  test(`While the service does not say ${place.name}, nothing is asked of the wallet, and it is paid later`, {
    tag: '@deep',
  }, async ({ page, row }) => {
    test.slow()
    const checkout = await row.open(COINS)
    const steps: Steps = { words: [OPENED], payCalls: 0 }
    for (const [name, answer, text] of place.call === 'attempts' ? OF_LEASES : ALL) {
      await test.step(name, async () => {
        if (place.back === 'review') await review(checkout, steps)
        await failService(page, place.call, answer)
        await place.act(checkout)
        const isPassing = text === SILENT || text === LIMITED
        const state = isPassing ? place.back : 'unavailable'
        steps.words.push(place.asked, state === 'connect' ? 'connect +disconnect' : state)
        steps.payCalls += place.payCalls
        await row.expectStep({ state, text, sends: 0, transcript: steps.words })
        await page.unrouteAll()
        await page.reload()
        steps.words.push('|', OPENED)
      })
    }
    await payAtLast(row, steps)
  })
}

test('A service that knows no leases is paid without one', async ({ page, row }) => {
  const checkout = await row.review(COINS)
  await failService(page, 'attempts', { status: 404 })
  await checkout.pay()
  await row.confirm()
  const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
  await row.end({ sends: 1, payCalls: 2, transcript })
})

test('A service that hears nothing of what was sent, and answers nothing while it is confirmed, finds it by itself', async ({
  page,
  row,
}) => {
  const checkout = await row.review(COINS)
  for (const call of ['intent', 'attempt', 'events'] as const) {
    await failService(page, call, { status: 503 })
  }
  await checkout.pay()
  await checkout.expectState('confirming')
  // One reading at a time: after the first that fails, none is under way that could tell the end.
  const silent = page.waitForResponse((response) => response.status() === 502)
  await failService(page, 'payment', { status: 502 })
  await silent
  await row.mine()
  await checkout.expectState('settling')
  await page.unrouteAll()
  const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
  await row.end({ sends: 1, payCalls: 2, transcript })
})

async function review(checkout: Checkout, steps: Steps): Promise<void> {
  await checkout.connect()
  steps.words.push(REVIEWED)
  steps.payCalls += 1
}

/** The service is itself again. */
async function payAtLast(row: Row, steps: Steps): Promise<void> {
  await review(row.checkout, steps)
  await row.finish()
  const transcript = inOrder(...steps.words, ASKED, SENT, PAID)
  await row.end({ sends: 1, payCalls: steps.payCalls + 1, transcript })
}
