import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Janitor } from './startJanitor.ts'

/** Creates a temporary folder. Disposing the stack removes the folder; if this process dies first, the janitor removes it. */
export async function createFolder(stack: AsyncDisposableStack, janitor: Janitor): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'secure-payment-devnet-'))
  const release = janitor.guardPath(path)
  stack.defer(async () => {
    await rm(path, { recursive: true, force: true, maxRetries: 5 })
    release()
  })
  return path
}
