import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestIo } from '../testing/createTestIo.ts'
import { authUrlOf } from './connect.ts'
import { findAccount, readUrl } from './findAccount.ts'
import { type ProfileFile, profilePath, readProfiles, writeProfiles } from './profileFile.ts'

let configFolder: string
beforeEach(async () => {
  configFolder = await mkdtemp(join(tmpdir(), 'cli-account-'))
})
afterEach(() => rm(configFolder, { recursive: true, force: true }))

const profile = (url: string, apiKey: string) => ({
  url,
  authUrl: url,
  apiKey,
  merchant: null,
})

const FILE: ProfileFile = {
  current: 'shop',
  profiles: {
    shop: profile('https://pay.example.test', 'sk_shop'),
    local: profile('http://localhost:8080', 'sk_local'),
  },
}

async function find(env: Record<string, string> = {}, flags = {}) {
  const { io } = createTestIo({ configFolder, env })
  await writeProfiles(io, FILE)
  const { url, apiKey, profile: name } = await findAccount(io, flags)
  return { url, apiKey, name }
}

describe('The file of profiles', () => {
  it('the file is readable only by its owner, even in a folder that already exists', async () => {
    const { io } = createTestIo({ configFolder })
    await writeProfiles(io, FILE)
    const folder = join(configFolder, 'secure-payment')
    await chmod(folder, 0o755)
    await chmod(profilePath(io), 0o644)
    await writeProfiles(io, FILE)
    expect((await stat(profilePath(io))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(await readdir(folder)).toEqual(['profiles.json'])
    expect(await readProfiles(io)).toEqual(FILE)
  })

  it('a damaged file is reported with its path', async () => {
    const { io } = createTestIo({ configFolder })
    await writeProfiles(io, FILE)
    await writeFile(profilePath(io), '{')
    await expect(readProfiles(io)).rejects.toThrow(profilePath(io))
  })
})

describe('findAccount', () => {
  it('findAccount uses the current profile, or the named one', async () => {
    expect(await find()).toMatchObject({ apiKey: 'sk_shop', name: 'shop' })
    expect(await find({}, { profile: 'local' })).toMatchObject({ apiKey: 'sk_local' })
    expect(await find({ SECURE_PAYMENT_PROFILE: 'local' })).toMatchObject({ apiKey: 'sk_local' })
    await expect(find({}, { profile: 'none' })).rejects.toThrow('Stored profiles: shop, local.')
  })

  it('findAccount chooses the profile of the URL, and never sends its key elsewhere', async () => {
    expect(await find({}, { host: 'http://localhost:8080/' })).toMatchObject({ apiKey: 'sk_local' })
    await expect(find({}, { host: 'https://other.test' })).rejects.toThrow('There is no key for')
    await expect(find({ SECURE_PAYMENT_URL: 'https://other.test' })).rejects.toThrow('no key for')
    await expect(find({}, { host: 'https://other.test', profile: 'shop' })).rejects.toThrow(
      'no key',
    )
  })

  it('findAccount prefers the key from the environment', async () => {
    const env = { SECURE_PAYMENT_API_KEY: 'sk_env' }
    const url = 'https://other.test'
    expect(await find({ ...env, SECURE_PAYMENT_URL: url })).toEqual({
      url,
      apiKey: 'sk_env',
      name: null,
    })
    expect(await find(env)).toMatchObject({ url: 'https://pay.example.test', apiKey: 'sk_env' })
  })

  it('findAccount states the next step if there is no profile', async () => {
    const { io } = createTestIo({ configFolder })
    await expect(findAccount(io, {})).rejects.toThrow('Run secure-payment login')
  })
})

describe('readUrl', () => {
  it('readUrl accepts origins of hosts, and rejects other URLs', () => {
    expect(readUrl('https://pay.example.test/')).toBe('https://pay.example.test')
    expect(readUrl(undefined)).toBeNull()
    for (const url of [
      'pay.example.test',
      'ftp://a.test',
      'https://u:p@a.test',
      'https://a.test?b',
    ]) {
      expect(() => readUrl(url), url).toThrow('is not the URL of a host')
    }
  })
})

describe('authUrlOf', () => {
  it('authUrlOf keeps the URL in use for a host with one origin', () => {
    const service = (apiUrl: string, authUrl: string) => ({
      service: { version: '1', apiUrl, authUrl, payUrl: apiUrl },
    })
    const tunnel = 'https://tunnel.test'
    expect(authUrlOf(tunnel, service('http://a.test', 'http://a.test'))).toBe(tunnel)
    expect(authUrlOf('http://a.test', service('http://a.test', 'http://b.test'))).toBe(
      'http://b.test',
    )
  })
})
