import { createHash } from 'node:crypto'
import { parseTokens } from '../src/catalogue/parseTokens.ts'
import { keyOf } from './renderTokens.ts'

/** Writes the payment element's part of the catalogue: one module per network, and the hashes that verify them. */
export function renderLists(lines: Readonly<Record<string, string>>): Record<string, string> {
  const lists = Object.entries(lines).map(([network, text]) => {
    const list = parseTokens(text)
      .map(({ symbol, decimals, address }) => `${symbol} ${decimals} ${address}`)
      .join('\n')
    return { network, list, hash: createHash('sha256').update(list).digest('hex') }
  })
  const head = '// Written by packages/core/scripts/catalogue.ts.\n\n'
  const hashes = lists.map(({ network, hash }) => `  ${keyOf(network)}: '${hash}',\n`)
  return {
    ...Object.fromEntries(
      lists.map(({ network, list }) => [
        `lists/${network}.ts`,
        `${head}/** One line per token: symbol, decimals, address. */\nexport const lines = ${quote(list)}\n`,
      ]),
    ),
    'lists/hashes.ts': `${head}/** SHA-256 of the lines in each network's list. */\nexport const LIST_HASHES: Readonly<Record<string, string>> = {\n${hashes.join('')}}\n`,
  }
}

/** Writes a string as a template literal. */
function quote(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')}\``
}
