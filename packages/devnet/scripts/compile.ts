import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { artifactUrl, compileContracts } from './compileContracts.ts'
import { readRequestContracts } from './readRequestContracts.ts'

/**
 * `node packages/devnet/scripts/compile.ts [--check]`: writes packages/devnet/artifacts, one JSON file a contract.
 * With `--check` nothing is written; exits 1 when a committed artifact differs from what its source compiles to.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

const artifacts = [...compileContracts(), ...readRequestContracts()]
const stale = artifacts.filter((artifact) => {
  const text = `${JSON.stringify(artifact, null, 2)}\n`
  const url = artifactUrl(artifact.contractName)
  if (!values.check) writeFileSync(url, text)
  return readFileSync(url, 'utf8') !== text
})

if (stale.length > 0) {
  console.error(`Stale artifacts: ${stale.map((artifact) => artifact.contractName).join(', ')}.`)
  console.error('Run: node packages/devnet/scripts/compile.ts')
  process.exit(1)
}
console.log(`${values.check ? 'Checked' : 'Wrote'} ${artifacts.length} artifacts.`)
