import { isLive } from './machine/attemptRecord.ts'
import { openProgress } from './progress.ts'

/** An attempt that may still become a payment. Times are milliseconds since the epoch. */
export type PendingAttempt = {
  readonly token: string
  /** The origin of the service that the payment belongs to. */
  readonly apiBase: string
  /** The phase of the attempt: from `signing` on, the wallet may have sent it. */
  readonly phase: string
  readonly walletName: string
  readonly networkName: string
  readonly txHash: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** Reads the live attempts that this origin has stored, on this device and in this tab, oldest first. */
export async function readPending(now: number): Promise<readonly PendingAttempt[]> {
  const stores = await Promise.all([openProgress('on', now), openProgress('session', now)])
  const records = (await Promise.all(stores.map((store) => store.all()))).flat()
  for (const store of stores) store.close()
  const unique = new Map(records.filter(isLive).map((record) => [record.id, record]))
  return [...unique.values()]
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(({ token, apiBase, phase, walletName, networkName, txHash, createdAt, updatedAt }) => ({
      ...{ token, apiBase, phase, walletName, networkName, txHash, createdAt, updatedAt },
    }))
}
