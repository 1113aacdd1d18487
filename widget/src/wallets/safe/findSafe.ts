import type { FoundWallet } from '../discoverWallets.ts'
import { readAccounts, readChainId } from '../provider.ts'
import { createSafeProvider, type SafeInfo } from './createSafeProvider.ts'
import { openSafeChannel, type SafeScope } from './safeChannel.ts'

/** The id and reverse domain name of the Safe around the page. */
const SAFE_ID = 'global.safe'

/** The timeout for a response: a surrounding page that is not a Safe never responds. */
const ANSWER_TIMEOUT_MS = 2_000

/** Finds the Safe that embeds this page; null if the surrounding page is not a Safe, or the Safe is read-only. Never rejects. */
export async function findSafe(scope: SafeScope): Promise<FoundWallet | null> {
  const channel = openSafeChannel(scope)
  const answer = await channel.send('getSafeInfo', undefined, ANSWER_TIMEOUT_MS).catch(() => null)
  const safe = readSafe(answer)
  if (safe === null) return null
  const info = {
    id: SAFE_ID,
    name: 'Safe',
    rdns: SAFE_ID,
    icon: null,
    isLegacy: false,
    isLastUsed: false,
    kind: 'safe',
  } as const
  return { info, provider: createSafeProvider(channel, safe) }
}

function readSafe(answer: unknown): SafeInfo | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { safeAddress, chainId, isReadOnly } = {
    safeAddress: null,
    chainId: null,
    isReadOnly: false,
    ...answer,
  }
  const [address] = readAccounts([safeAddress])
  const chain = readChainId(chainId)
  return address === undefined || chain === null || isReadOnly ? null : { address, chainId: chain }
}
