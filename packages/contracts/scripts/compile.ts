import { parseArgs } from 'node:util'
import { artifactUrl, compileContracts } from './compileContracts.ts'
import { sources } from './sources.ts'
import { writeArtifacts } from './writeArtifacts.ts'

/**
 * `npx node packages/contracts/scripts/compile.ts [--check]`: writes packages/contracts/artifacts, one JSON file per contract. With
 * `--check`, the script only compares, and exits with code 1 if a committed artifact differs from the output of its source.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

const artifacts = compileContracts(sources)
const stale = writeArtifacts(artifacts, {
  isCheck: values.check,
  urlOf: (contractName) => artifactUrl(sources, contractName),
})
if (stale.length > 0) {
  console.error(`Stale artifacts: ${stale.join(', ')}.`)
  console.error('Run: npx node packages/contracts/scripts/compile.ts')
  process.exit(1)
}
console.log(`${values.check ? 'Checked' : 'Wrote'} ${artifacts.length} artifacts.`)
