import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The kinds of builds from which a page loads more files after it has opened. */
export type ReleaseKind = 'element' | 'console'

/** A release on this host's disk. */
export type Build = {
  kind: ReleaseKind
  id: string
  /** The folder of the release's files. */
  folder: string
  /** The prefix of the files' paths, without slashes at its ends: `widget/0.1.0-0a1b2c3d`. */
  base: string
}

/** The name of the script that pages load, in a release's folder and at the address without a version. */
export const ELEMENT_FILE = 'secure-payment.js'

const integrityFile = z.object({
  folder: z.string(),
  entry: z.string(),
  integrity: z.record(z.string(), z.string()),
})

/** Reads the element's release from the folder of its build, and the hash of its entry for browsers; null if it is not built. */
export function readElementBuild(folder: string): (Build & { entryHash: string | null }) | null {
  const file = join(folder, 'integrity.json')
  if (!existsSync(file)) return null
  const release = integrityFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  return {
    kind: 'element',
    id: release.folder,
    folder: join(folder, release.folder),
    base: `widget/${release.folder}`,
    entryHash: release.integrity[release.entry] ?? null,
  }
}

/**
 * Reads the console's release; null if the console is not built. The console's page names every file by the hash of its content, so the
 * page's own hash identifies the release.
 */
export function readConsoleBuild(folder: string): Build | null {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return null
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
  return {
    kind: 'console',
    id: `console-${digest}`,
    folder: join(folder, 'assets'),
    base: 'console/assets',
  }
}

/** Returns whether the folder contains the built site of the guides. */
export function hasGuidesBuild(folder: string): boolean {
  return existsSync(join(folder, 'index.html'))
}
