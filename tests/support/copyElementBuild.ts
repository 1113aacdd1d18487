import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The element as built by `npm run build`. */
export const ELEMENT_BUILD = fileURLToPath(new URL('../../widget/dist/cdn', import.meta.url))

/** The build's `integrity.json`. */
export type BuiltRelease = { folder: string; entry: string; integrity: Record<string, string> }

/** Reads a build's release. */
export async function readBuiltRelease(folder: string = ELEMENT_BUILD): Promise<BuiltRelease> {
  return JSON.parse(await readFile(join(folder, 'integrity.json'), 'utf8'))
}

/** Creates a build of the same element as another release: the state of a host after a deployment. */
export async function copyElementBuild(id: string): Promise<{ folder: string } & AsyncDisposable> {
  const release = await readBuiltRelease()
  const folder = await mkdtemp(join(tmpdir(), 'secure-payment-build-'))
  await cp(join(ELEMENT_BUILD, release.folder), join(folder, id), { recursive: true })
  const text = JSON.stringify({ ...release, folder: id })
  await writeFile(join(folder, 'integrity.json'), text)
  await writeFile(join(folder, release.entry), `export*from"./${id}/${release.entry}"\n`)
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
