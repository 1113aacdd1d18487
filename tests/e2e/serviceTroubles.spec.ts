import type { Checkout } from './support/checkout.ts'
import { COINS, type Row, test } from './support/matrix/rowStory.ts'
import { ASKED, inOrder, OPENED, PAID, REVIEWED, SENT } from './support/matrix/transcript.ts'
import { failService, type ServiceCall } from './support/matrix/troubles.ts'

/** A response that replaces the service's own; `null` is a network failure. */
type Answer = { status: number; code?: string; body?: string } | null
/** The name of a failure, its response, and the text that the payer reads. */
type Trouble = readonly [name: string, answer: Answer, text: string]

const UNAUTHORIZED = 'This site is not allowed to take this payment'
/** Responses that end the payment, at any call before the wallet receives a request. */
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
/** Temporary failures: a note reports them, and the payer retries. */
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
/** Failures of the lease call. Only a 403 ends the payment. A 404 is missing here, because the payment then continues without a lease. */
const OF_LEASES: readonly Trouble[] = [
  ...PASSING,
  ['401', { status: 401 }, SILENT],
  ...ENDS.filter(([, answer]) => answer?.status === 403),
]
const UNREACHABLE = 'The payment service cannot be reached'

/** The transcript of a row's steps, oldest first, and the number of requests for calldata. */
type Steps = { words: string[]; payCalls: number }

test.beforeEach(({ problems }) => problems.allow(/Failed to load resource/))

test('While the service does not return the payment, the page shows why, and the payer pays after a reload', {
  tag: '@deep',
}, async ({ page, row }) => {
  test.slow()
  const checkout = await row.open(COINS)
  const words = [OPENED]
  // A page that is reloaded before it has read the payment has no transcript.
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

/** A call by the page, the payer's action that causes the call, and the transcript when the call fails. */
const PLACES: readonly {
  name: string
  call: ServiceCall
  act(checkout: Checkout): Promise<void>
  /** The transcript until the failure. */
  asked: string
  /** The payer's screen after a temporary failure. */
  back: 'connect' | 'options' | 'review'
  /** The number of requests to `/pay`. */
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
  test(`While the service does not report ${place.name}, the wallet receives no request, and the payer pays later`, {
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

test('A payment needs no lease when the service has none', { tag: '@deep' }, async ({
  page,
  row,
}) => {
  const checkout = await row.review(COINS)
  await failService(page, 'attempts', { status: 404 })
  await checkout.pay()
  await row.confirm()
  const transcript = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)
  await row.end({ sends: 1, payCalls: 2, transcript })
})

test('A service that receives no reports and fails during confirmation still reports the payment in the end', async ({
  page,
  row,
}) => {
  const checkout = await row.review(COINS)
  for (const call of ['intent', 'attempt', 'events'] as const) {
    await failService(page, call, { status: 503 })
  }
  await checkout.pay()
  await checkout.expectState('confirming')
  // The page reads one response at a time, so after the first failure no earlier read can still report the final state.
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

/** Pays after the service has recovered. */
async function payAtLast(row: Row, steps: Steps): Promise<void> {
  await review(row.checkout, steps)
  await row.finish()
  const transcript = inOrder(...steps.words, ASKED, SENT, PAID)
  await row.end({ sends: 1, payCalls: steps.payCalls + 1, transcript })
}
