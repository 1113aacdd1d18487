import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../src/catalogue/manifest.json' with { type: 'json' }
import { TOKENS } from '../src/catalogue/tokens.ts'
import { generateCatalogue } from './generateCatalogue.ts'
import { readTokenList } from './readTokenList.ts'

/**
 * Writes the generated files in src/catalogue. Run this script after installing a new release of the token list, and after every change to
 * the registry's currencies.
 *
 *     npx node --conditions=@secure-payment/source packages/core/scripts/catalogue.ts
 */
const folder = join(import.meta.dirname, '../src/catalogue')
const list = readTokenList()
const { files, refused } = generateCatalogue(list, { lines: TOKENS, manifest }, new Date())
for (const [name, text] of Object.entries(files)) {
  const path = join(folder, name)
  const isSame = existsSync(path) && readFileSync(path, 'utf8') === text
  if (!isSame) writeFileSync(path, text)
  console.log(`${isSame ? 'Kept' : 'Wrote'} ${name}`)
}
for (const { token, reason } of refused) {
  console.log(`Omitted ${token.symbol} (${token.chainId} ${token.address}): ${reason}`)
}
