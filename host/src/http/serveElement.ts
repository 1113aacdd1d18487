import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join, resolve, sep } from 'node:path'
import { type IRouter, Router } from 'express'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { ELEMENT_FILE, readElementBuild } from '../releases/build.ts'
import type { Releases } from '../releases/createReleases.ts'
import { serveKept } from '../releases/serveKept.ts'
import { serveBuild } from './serveBuild.ts'

/** The maximum time for which a page may use the previous element: five minutes. */
const MOVING_MAX_AGE_MS = 300_000
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** A release's folder: the version, and a digest of its files. */
const RELEASE = /^\d+\.\d+\.\d+[0-9A-Za-z.-]*-[0-9a-f]{8}$/

/**
 * Serves the built element to pages of any origin. `/widget/secure-payment.js` belongs to the current release and loads the files of
 * `/widget/{release}/`. A release's files never change, so a page can pin them by their hashes, which `/widget/integrity.json` contains.
 *
 * A release is still served after a later one has replaced it, and by hosts that have another release. The files of a release come from the
 * database, which keeps the latest releases. With `config.elementArchive`, they also come from a folder that keeps all releases.
 */
export function serveElement(
  { config, log }: Pick<Context, 'log'> & { config: Pick<Config, 'elementArchive'> },
  bundleFolder: string,
  releases: Releases,
): IRouter {
  const build = readElementBuild(bundleFolder)
  if (build === null) log.warn({ folder: bundleFolder }, 'The built payment element is missing')
  const router = Router({ strict: true })
  // The header is also set for missing files, so that a page can detect that its release is gone.
  router.use((_request, response, next) => {
    response.setHeader('access-control-allow-origin', '*')
    next()
  })
  // The release is stored before any page receives its first file, because another host may have to serve the others.
  if (build !== null)
    router.get(
      `/${ELEMENT_FILE}`,
      (_request, _response, next) => void releases.keep(build).then(next),
    )
  router.use(serveBuild(bundleFolder, setHeaders))
  if (config.elementArchive !== null) {
    const archive = resolve(config.elementArchive)
    archiveReleases(bundleFolder, archive)
    router.use(serveBuild(archive, setHeaders))
  }
  router.use(serveKept(releases, setReleaseHeaders))
  return router
}

function setHeaders(response: ServerResponse, path: string): void {
  const [first = ''] = path.split(sep)
  setReleaseHeaders(response)
  if (RELEASE.test(first)) return
  response.setHeader('cache-control', `public, max-age=${MOVING_MAX_AGE_MS / 1_000}`)
}

/** Allows shops to load the element into their own pages, and browsers to cache it. */
function setReleaseHeaders(response: ServerResponse): void {
  response.setHeader('cache-control', IMMUTABLE)
  response.setHeader('cross-origin-resource-policy', 'cross-origin')
}

/** Copies the current release to the archive, unless the archive already has it. */
function archiveReleases(bundleFolder: string, archive: string): void {
  if (!existsSync(bundleFolder)) return
  for (const release of readdirSync(bundleFolder).filter((name) => RELEASE.test(name))) {
    const kept = join(archive, release)
    if (existsSync(kept)) continue
    // Hosts may share the archive, so a release appears completely or not at all.
    const copy = join(archive, `.${release}-${process.pid}`)
    cpSync(join(bundleFolder, release), copy, { recursive: true })
    try {
      renameSync(copy, kept)
    } catch (error) {
      rmSync(copy, { recursive: true, force: true })
      if (!existsSync(kept)) throw error
    }
  }
}
