import { isPublished } from '../src/catalogue/isPublished.ts'
import { parseTokens } from '../src/catalogue/parseTokens.ts'
import { resolveCatalogue } from '../src/catalogue/resolveCatalogue.ts'
import { currencies, networks } from '../src/networks/index.ts'
import { buildCatalogue, type ListedToken, type Refusal } from './buildCatalogue.ts'
import { type Manifest, nextRelease } from './nextRelease.ts'
import { renderLists } from './renderLists.ts'
import { renderRelease } from './renderRelease.ts'
import { renderTokens, tokenLines } from './renderTokens.ts'

/** A token list and its source. */
export type TokenList = { source: string; tokens: readonly ListedToken[] }

/** The catalogue as last committed: the lines in `tokens.ts` and the manifest. */
export type Published = { lines: Readonly<Record<string, string>>; manifest: Manifest }

/** The generated files by their names in `src/catalogue`, and the list's rejected tokens. */
export type Generated = { files: Readonly<Record<string, string>>; refused: readonly Refusal[] }

/**
 * Generates the catalogue's files from a token list, the registry and the published state. Pure: the same input always gives the same
 * bytes. If the token list and the registry have not changed, these are the published bytes.
 * @throws SourcesDisagreeError
 */
export function generateCatalogue(list: TokenList, published: Published, now: Date): Generated {
  const before = Object.entries(published.lines).flatMap(([network, text]) =>
    parseTokens(text).map((line) => ({ network, ...line })),
  )
  const { tokens, refused } = buildCatalogue({
    list: list.tokens,
    networks,
    currencies,
    published: before,
  })
  const lines = tokenLines(tokens)
  const all = resolveCatalogue(lines).currencies.filter(isPublished)
  const manifest = nextRelease(published.manifest, all, now)
  const files = {
    'tokens.ts': renderTokens(lines, list.source),
    ...renderLists(lines),
    'release.ts': renderRelease(manifest),
    'manifest.json': `${JSON.stringify(manifest, null, 2)}\n`,
  }
  return { files, refused }
}
