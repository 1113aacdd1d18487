import { choosePoints } from './support/crash/choosePoints.ts'
import {
  type CrashStory,
  crashAt,
  deathsAt,
  type Ending,
  findPoints,
} from './support/crash/crashStory.ts'
import { expect, test } from './support/story.ts'

/**
 * A page that dies at any moment of a payment: right before and right after each call to the wallet, the service, the node and the
 * device's storage. The payer opens it again and presses what it offers. Whatever the moment: one payment, and a screen that says so.
 *
 * `CRASH_POINTS=all` dies at every point; otherwise at every thirtieth, from one that `CRASH_SEED` chooses. `CRASH_POINTS=<name>` dies
 * at the points whose name contains it.
 */
const STORIES: readonly (CrashStory & { readonly name: string })[] = [
  { name: 'a token, with its approval', items: [{ symbol: 'USDC', amount: '12.5' }] },
  { name: 'the native coin', items: [{ symbol: 'ETH', amount: '0.015' }] },
  {
    name: 'a token, with its approval in one request',
    items: [{ symbol: 'USDC', amount: '12.5' }],
    walletOptions: { atomic: true },
  },
]

/** A death takes seconds: a page that dies, another one, and the service's word. */
const MS_PER_DEATH = 20_000
const MS_BEFORE = 60_000

for (const story of STORIES) {
  test(`A page that dies while ${story.name} is paid pays once`, async ({ browser, world }) => {
    const points = await findPoints(browser, world, story)
    const deaths = choosePoints(points).flatMap(deathsAt)
    test.setTimeout(MS_BEFORE + deaths.length * MS_PER_DEATH)
    const endings: Ending[] = []
    for (const death of deaths) endings.push(await crashAt(browser, world, story, death))

    const crashed = endings.filter(({ isCrashed }) => isCrashed)
    const described = endings.map(describe).join('\n')
    await test.info().attach('endings', { body: described })
    console.info(`${story.name}: ${crashed.length} deaths, at ${points.length} points.`)
    for (const { point, wallet, payments, faults } of endings) {
      const death = `${point}, wallet ${wallet}`
      expect.soft({ payments, faults }, death).toEqual({ payments: 1, faults: [] })
    }
    // A point that the page did not come by this time, such as one more look at the chain, is no death.
    expect(crashed.length).toBeGreaterThan(deaths.length / 2)
  })
}

function describe({ point, wallet, isCrashed, payments, states, faults }: Ending): string {
  const death = `${point}, wallet ${wallet}${isCrashed ? '' : ' (not met)'}`
  return `${death}: ${payments} paid; ${states.join(' > ')}${faults.length > 0 ? `; ${faults}` : ''}`
}
