import { readFileSync, writeFileSync } from 'node:fs'
import type { Artifact } from './compileContracts.ts'

/**
 * Writes each artifact to its own JSON file, or with `isCheck` only compares them. Returns the names of the artifacts that differ from
 * their files.
 */
export function writeArtifacts(
  artifacts: readonly Artifact[],
  options: { isCheck: boolean; urlOf: (contractName: string) => URL },
): string[] {
  const stale = artifacts.filter((artifact) => {
    const text = `${JSON.stringify(artifact, null, 2)}\n`
    const url = options.urlOf(artifact.contractName)
    if (!options.isCheck) writeFileSync(url, text)
    return readFileSync(url, 'utf8') !== text
  })
  return stale.map(({ contractName }) => contractName)
}
