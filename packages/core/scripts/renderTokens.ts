import type { CatalogueToken } from './buildCatalogue.ts'

/** Returns the catalogue's tokens in the format of `src/catalogue`: by network, one line each. */
export function tokenLines(tokens: readonly CatalogueToken[]): Record<string, string> {
  const byNetwork = Map.groupBy(tokens, ({ network }) => network)
  return Object.fromEntries(
    [...byNetwork].map(([network, entries]) => [network, `\n${entries.map(lineOf).join('\n')}\n`]),
  )
}

/** Writes the module that contains these lines. */
export function renderTokens(lines: Readonly<Record<string, string>>, source: string): string {
  const blocks = Object.entries(lines).map(
    ([network, text]) => `  ${keyOf(network)}: \`${escapeTemplate(text)}\`,\n`,
  )
  return `// Written by packages/core/scripts/catalogue.ts. Source: ${source}.

/** Tokens by network, one line each: start of the currency id, symbol, decimals, address, name. */
export const TOKENS: Readonly<Record<string, string>> = {
${blocks.join('')}}
`
}

function lineOf({ idPart, symbol, decimals, address, name }: CatalogueToken): string {
  return [idPart, symbol, decimals, address, name].join(' ')
}

/** Returns a network's id as an object key. */
export function keyOf(network: string): string {
  return /^[a-z]\w*$/.test(network) ? network : `'${network}'`
}

/** Escapes a string for a template literal. */
function escapeTemplate(text: string): string {
  return text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')
}
