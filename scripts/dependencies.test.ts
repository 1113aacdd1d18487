import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readHostLock } from './lib/hostLock.ts'

const ROOT = join(import.meta.dirname, '..')
/** The maximum number of packages in an installation of the host, with one build of `@node-rs/argon2`. */
const MAX_PACKAGES = 60
/** The licences of the packages: each permits a use in any product. */
const LICENCES = ['Apache-2.0', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT or MPL-2.0', 'MIT-0']

const locked = Object.entries(readHostLock())
/** npm installs one of the variants of a package for other systems. */
const everywhere = locked.filter(([, { os }]) => os === undefined)
const names = everywhere.map(([folder]) => folder.replace(/^.*node_modules\//, ''))
const page = readFileSync(join(ROOT, 'docs/design/dependencies.md'), 'utf8')

describe('The packages of a running host', () => {
  it('each package in the lock file has a reason in docs/design/dependencies.md, and no other one is listed', () => {
    const listed = [...page.matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, name = '']) => name)
    const own = page.slice(page.indexOf('## Written by the host itself'))
    expect(listed.filter((name) => !own.includes(`| \`${name}\` |`)).toSorted()).toEqual(
      names.toSorted(),
    )
  })

  it('an installation has at most 60 packages, as many as the page states', () => {
    const installed = everywhere.length + 1
    expect(installed).toBeLessThanOrEqual(MAX_PACKAGES)
    expect(page).toContain(
      `An installation of the host has ${installed} packages: the ${installed - 1} below`,
    )
  })

  it('no package has a licence that restricts the use of the host', () => {
    const others = locked.filter(([, { license = 'none' }]) => !LICENCES.includes(license))
    expect(others).toEqual([])
  })

  it('no package that another one needs is outside the folder that is installed', () => {
    expect(
      locked.map(([folder]) => folder).filter((folder) => !folder.startsWith('node_modules/')),
    ).toEqual([])
  })
})
