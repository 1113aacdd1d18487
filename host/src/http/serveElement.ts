import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join, resolve, sep } from 'node:path'
import { type IRouter, Router } from 'express'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { serveBuild } from './serveBuild.ts'

/** The script that pages load; it finds its chunks beside itself. */
export const ELEMENT_FILE = 'secure-payment.js'

/** How long a page may go on with the element of before: five minutes. */
const MOVING_MAX_AGE_MS = 300_000
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** A release's folder: the version, and a digest of its files. */
const RELEASE = /^\d+\.\d+\.\d+[0-9A-Za-z.-]*-[0-9a-f]{8}$/

/**
 * Serves the built element to pages of any origin. `/widget/secure-payment.js` moves with the service;
 * `/widget/{release}/secure-payment.js` never changes, so that a page can pin it by its hash, which `/widget/integrity.json`
 * tells. With `config.elementArchive` a release goes on being served after the service has a later one.
 */
export function serveElement(
  { config, log }: Pick<Context, 'log'> & { config: Pick<Config, 'elementArchive'> },
  bundleFolder: string,
): IRouter {
  if (!existsSync(join(bundleFolder, ELEMENT_FILE))) {
    log.warn({ folder: bundleFolder }, 'Found no built payment element')
  }
  const router = Router({ strict: true })
  router.use(serveBuild(bundleFolder, setHeaders))
  if (config.elementArchive !== null) {
    const archive = resolve(config.elementArchive)
    archiveReleases(bundleFolder, archive)
    router.use(serveBuild(archive, setHeaders))
  }
  return router
}

/** Shops load the element from here into their own pages. */
function setHeaders(response: ServerResponse, path: string): void {
  const [first = ''] = path.split(sep)
  const moving = `public, max-age=${MOVING_MAX_AGE_MS / 1_000}`
  response.setHeader('cache-control', RELEASE.test(first) ? IMMUTABLE : moving)
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('cross-origin-resource-policy', 'cross-origin')
}

/** Keeps what is built now; what the archive has already is the same by its name. */
function archiveReleases(bundleFolder: string, archive: string): void {
  if (!existsSync(bundleFolder)) return
  for (const release of readdirSync(bundleFolder).filter((name) => RELEASE.test(name))) {
    const kept = join(archive, release)
    if (existsSync(kept)) continue
    // Hosts may share the archive: a release appears whole or not at all.
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
