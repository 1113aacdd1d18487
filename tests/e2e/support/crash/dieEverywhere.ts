import type { Browser, TestInfo } from '@playwright/test'
import { expect } from '../story.ts'
import { choosePoints } from './choosePoints.ts'
import { crashAt, type Ending, findPoints } from './crashStory.ts'
import type { CrashKind } from './stage.ts'

/** The time for one crash, which takes seconds on an idle machine: a page crashes, another page opens, and the service confirms. */
const MS_PER_DEATH = 60_000
const MS_BEFORE = 300_000

/** Kills a fresh payment's page at each chosen point, and expects one payment and a screen that shows the payment. */
export async function dieEverywhere(
  browser: Browser,
  kind: CrashKind,
  info: TestInfo,
): Promise<void> {
  const points = await findPoints(browser, kind)
  const chosen = choosePoints(points)
  const deaths = chosen.flatMap(kind.deathsAt)
  // A point that the page did not reach this time, such as an extra poll of the chain, does not count; another point replaces it.
  const spare = points.filter((point) => !chosen.includes(point)).flatMap(kind.deathsAt)
  info.setTimeout(MS_BEFORE + 2 * deaths.length * MS_PER_DEATH)
  const endings: Ending[] = []
  const left = [...deaths]
  for (let death = left.shift(); death !== undefined; death = left.shift()) {
    const ending = await crashAt(browser, kind, death)
    endings.push(ending)
    const other = ending.isCrashed ? undefined : spare.shift()
    if (other !== undefined && endings.length < 2 * deaths.length) left.push(other)
    if ('CRASH_POINTS' in process.env || 'CRASH_EVERY' in process.env) console.info(lineOf(ending))
  }

  const crashed = endings.filter(({ isCrashed }) => isCrashed)
  await info.attach('endings', { body: endings.map(lineOf).join('\n') })
  console.info(`${kind.name}: ${crashed.length} deaths, at ${points.length} points.`)
  for (const { point, wallet, payments, faults } of endings) {
    const death = `${point}, wallet ${wallet}`
    expect.soft({ payments, faults }, death).toEqual({ payments: 1, faults: [] })
  }
  expect(crashed.length).toBeGreaterThan(deaths.length / 2)
}

function lineOf({ point, wallet, isCrashed, payments, states, faults }: Ending): string {
  const death = `${point}, wallet ${wallet}${isCrashed ? '' : ' (not met)'}`
  return `${death}: ${payments} paid; ${states.join(' > ')}${faults.length > 0 ? `; ${faults}` : ''}`
}
