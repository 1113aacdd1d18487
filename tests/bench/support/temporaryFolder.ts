import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on the machine's disk; disposing removes it. */
export type TemporaryFolder = Disposable & { path: string }

/** Creates a folder for databases. */
export function createTemporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'secure-payment-bench-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
