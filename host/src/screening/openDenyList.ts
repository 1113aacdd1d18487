import { readFile, stat } from 'node:fs/promises'
import type { Logger } from '../log.ts'
import { type DenyList, parseDenyList, walletKey } from './denyList.ts'
import type { ScreeningProvider } from './provider.ts'

/** The provider id of the deny list. */
const DENY_LIST_ID = 'list'

/** The deny list's file is not usable when the host starts. */
export class DenyListError extends Error {
  override readonly name = 'DenyListError'
}

type FileState = { list: DenyList; mark: string }

/**
 * Opens the deny list of the settings and of a file. The file is checked for changes at each decision, so a new version applies at once. A
 * version that cannot be read is logged, and the last usable one stays in use.
 *
 * @throws DenyListError if the file cannot be used now
 */
export async function openDenyList(
  { log }: { log: Pick<Logger, 'error' | 'info'> },
  { denied, file }: { denied: DenyList; file: string | null },
): Promise<ScreeningProvider> {
  let current: FileState | null = null
  /** The version that was logged as unusable. */
  let rejected: string | null = null
  if (file !== null) {
    const read = await readList(file, await markOf(file))
    if ('problem' in read) throw new DenyListError(`PAY_SCREENING_LIST_FILE ${read.problem}`)
    current = read
  }

  async function refresh(): Promise<void> {
    if (file === null || current === null) return
    const mark = await markOf(file)
    if (mark === current.mark || mark === rejected) return
    const read = await readList(file, mark)
    if ('problem' in read) {
      rejected = mark
      log.error({ file }, `The deny list ${read.problem}; the last usable version stays in use`)
      return
    }
    rejected = null
    current = read
    log.info({ file, wallets: read.list.size }, 'Read the deny list again')
  }

  return {
    id: DENY_LIST_ID,
    isRemote: false,
    async decide({ address }) {
      await refresh()
      const key = walletKey(address)
      const reasonCode = denied.get(key) ?? current?.list.get(key) ?? null
      return { isAllowed: reasonCode === null, reasonCode, reference: null, expiresAt: null }
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** Returns a mark that differs between versions of a file; `missing` if the file cannot be found. */
async function markOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return 'missing'
  }
}

async function readList(file: string, mark: string): Promise<FileState | { problem: string }> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch {
    return { problem: 'cannot be read' }
  }
  const { list, badLine } = parseDenyList(text)
  if (list === null) {
    return {
      problem: `is not usable: line ${badLine} must be an address, a reason code and a comment`,
    }
  }
  return { list, mark }
}
