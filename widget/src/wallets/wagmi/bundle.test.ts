import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { buildFiles } from '../../../scripts/sizes.ts'

/** The modules of wagmi, and of this folder. */
const OF_WAGMI = /@wagmi\/|wallets\/wagmi\/|src\/wagmi\.ts/

type Module = { readonly name: string; readonly imports: readonly string[] }

/** Builds the modules of the npm package with all their imports, static and dynamic. */
async function buildModules(): Promise<ReadonlyMap<string, Module>> {
  const configFile = join(import.meta.dirname, '../../../vite.npm.config.ts')
  const result = await build({ configFile, logLevel: 'silent', build: { write: false } })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunks = outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk')
  return new Map(
    chunks.map(({ fileName, imports, dynamicImports }) => [
      fileName,
      { name: fileName, imports: [...imports, ...dynamicImports] },
    ]),
  )
}

/** Returns all modules that an entry can ever load. */
function reach(modules: ReadonlyMap<string, Module>, entry: string): readonly string[] {
  const found = new Set([entry])
  for (const name of found) for (const other of modules.get(name)?.imports ?? []) found.add(other)
  return [...found]
}

describe('A page without wagmi', () => {
  it('a page without wagmi loads no byte of wagmi from the CDN bundle', async () => {
    const files = await buildFiles()
    const modules = files.flatMap((file) => file.modules)
    expect(modules.some((path) => path.endsWith('widget/src/index.ts'))).toBe(true)
    expect(modules.filter((path) => OF_WAGMI.test(path))).toEqual([])
  })

  it('a page without wagmi loads no module of wagmi from the npm package, unless the page imports the subpath', async () => {
    const modules = await buildModules()
    for (const entry of ['index.js', 'element.js', 'define.js', 'testkit/index.js']) {
      const reached = reach(modules, entry)
      expect(reached.length, entry).toBeGreaterThan(3)
      expect(reached.filter((name) => /wagmi/.test(name))).toEqual([])
    }
    const subpath = reach(modules, 'wagmi.js')
    expect(subpath).toContain('@wagmi/core')
    expect(subpath).toContain('wallets/wagmi/wagmiWallets.js')
    // The subpath shares the element's own modules, and imports only wagmi from outside.
    const foreign = subpath.filter((name) => !modules.has(name) && !builtinModules.includes(name))
    expect(foreign).toEqual(['@wagmi/core'])
  })
})
