import type { LiveAttempt } from '../machine/attemptRecord.ts'
import { walletRailOf } from '../rails/pageRailOf.ts'
import type { Page, Run } from '../steps/session.ts'
import type { PageRail } from '../views/pageRail.ts'
import type { Engine } from './createEngine.ts'
import type { TabLock } from './tabLock.ts'

/**
 * Reads the payment and, in parallel, this device's live attempt if the hint names one. Reports loaded. A
 * payment on a rail with its own wallets appears once the element has searched for them.
 */
export async function loadPayment(
  page: Page,
  { signal, tell }: Run,
  openEngine: () => Promise<EngineForLoading>,
  searchWallets: (rail: PageRail) => Promise<void>,
): Promise<void> {
  const [first, noted] = await Promise.all([page.metadata({ signal }), readRecord(page)])
  const option = noted?.option.accepted ?? null
  const isHidden = first.payment?.access?.isPayeeHidden === true
  const said =
    noted !== null && (isHidden || option !== null)
      ? await page.metadata({ ...(isHidden && { wallet: noted.from }), option, signal })
      : first
  const rail = walletRailOf(said.payment)
  if (rail.search) await searchWallets(rail)
  const isOthers = noted === null && said.kind === 'payment' && said.payment.lastAttempt !== null
  const { answer, record } = isOthers
    ? await (await openEngine()).findOwnAttempt(said)
    : { answer: said, record: noted }
  const isLockedElsewhere = record !== null && (await (await openEngine()).lock.isHeldElsewhere())
  tell({ type: 'loaded', answer, record, isLockedElsewhere })
}

/** The members of the engine that are needed to load a payment. */
type EngineForLoading = Pick<Engine, 'findOwnAttempt'> & {
  readonly lock: Pick<TabLock, 'isHeldElsewhere'>
}

async function readRecord(page: Page): Promise<LiveAttempt | null> {
  if (!page.hasProgress()) return null
  return (await page.progress()).live(page.token)
}
