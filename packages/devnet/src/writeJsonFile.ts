import { renameSync, writeFileSync } from 'node:fs'

/** Writes a value as JSON so that a reader finds the old file or the whole new one, never a part. Only the owner may read it. */
export function writeJsonFile(path: string, value: unknown): void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, path)
}
