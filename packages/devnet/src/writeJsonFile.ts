import { renameSync, writeFileSync } from 'node:fs'

/** Writes a value as JSON atomically: a reader finds either the old file or the new one. Only the owner may read it. */
export function writeJsonFile(path: string, value: unknown): void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, path)
}
