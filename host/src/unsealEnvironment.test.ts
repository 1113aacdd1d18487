import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { unsealEnvironment } from './unsealEnvironment.ts'

const TOKEN = 'hvs.a-token-of-the-tests'
const KEY = 'a plain encryption key of the tests'

/** The ciphertexts that the stand-in decrypts; as in Vault, they are opaque. */
function createCiphertexts() {
  const plain = new Map<string, string>()
  return {
    plain,
    encrypt(text: string): string {
      const ciphertext = `vault:v1:${randomBytes(24).toString('base64')}`
      plain.set(ciphertext, Buffer.from(text).toString('base64'))
      return ciphertext
    },
  }
}

/** Starts a stand-in with the paths, statuses and bodies of https://developer.hashicorp.com/vault/api-docs/secret/transit. */
async function startVault() {
  const ciphertexts = createCiphertexts()
  const calls: { url: string | undefined; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    calls.push({ url: request.url, body })
    const send = (status: number, json: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(json))
    }
    if (request.headers['x-vault-token'] !== TOKEN) {
      return send(403, { errors: ['permission denied'] })
    }
    if (request.method !== 'POST' || request.url !== '/v1/transit/decrypt/pay') {
      return send(404, { errors: [] })
    }
    const { batch_input } = JSON.parse(body)
    const results = batch_input.map(({ ciphertext }: { ciphertext: string }) => {
      const plaintext = ciphertexts.plain.get(ciphertext)
      return plaintext === undefined
        ? { error: 'invalid ciphertext: unable to decrypt' }
        : { plaintext }
    })
    const isFailed = results.some((result: object) => 'error' in result)
    send(isFailed ? 400 : 200, { data: { batch_results: results } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const settings = {
    PAY_VAULT_URL: `http://127.0.0.1:${port}`,
    PAY_VAULT_TOKEN: TOKEN,
    PAY_VAULT_TRANSIT_KEY: 'pay',
  }
  return {
    ...ciphertexts,
    calls,
    settings,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let folder: string | null = null
afterEach(() => {
  if (folder !== null) rmSync(folder, { recursive: true, force: true })
  folder = null
})

describe('Settings that Vault has encrypted', () => {
  it('the host decrypts variables, files and lists with Vault’s transit engine at startup', async () => {
    await using vault = await startVault()
    folder = mkdtempSync(join(tmpdir(), 'secure-payment-vault-'))
    const relayerKey = `0x${'7'.repeat(64)}`
    const file = join(folder, 'relayer')
    writeFileSync(file, `${vault.encrypt(relayerKey)}\n`)
    const former = ['a former data key of many characters', 'another data key of many characters']
    const env: Record<string, string | undefined> = {
      ...vault.settings,
      PAY_ENCRYPTION_KEY: vault.encrypt(KEY),
      PAY_RELAYER_PRIVATE_KEY_FILE: file,
      PAY_DATA_KEY: `${vault.encrypt(former[0] ?? '')},${former[1]}`,
    }
    await unsealEnvironment(env)
    expect(loadConfig(env)).toMatchObject({
      encryptionKey: KEY,
      relayerPrivateKey: relayerKey,
      dataKeys: former,
    })
  })

  it('without an encrypted setting, the host calls no service', async () => {
    await using vault = await startVault()
    const env = { ...vault.settings, PAY_ENCRYPTION_KEY: KEY }
    await unsealEnvironment(env)
    expect(env.PAY_ENCRYPTION_KEY).toBe(KEY)
    expect(vault.calls).toEqual([])
  })

  it.each([
    [
      'a token without permission',
      { PAY_VAULT_TOKEN: 'hvs.wrong' },
      /status 403, permission denied/,
    ],
    [
      'an unknown key',
      { PAY_VAULT_TRANSIT_KEY: 'other' },
      /did not decrypt the settings: status 404/,
    ],
    ['a Vault that does not respond', { PAY_VAULT_URL: 'http://127.0.0.1:9' }, /does not respond/],
    ['a missing URL', { PAY_VAULT_URL: '' }, /PAY_VAULT_URL is missing/],
    ['a missing token', { PAY_VAULT_TOKEN: '' }, /PAY_VAULT_TOKEN is missing/],
  ])('the host does not start with %s, and names no secret', async (_name, change, message) => {
    await using vault = await startVault()
    const ciphertext = vault.encrypt(KEY)
    const env = { ...vault.settings, PAY_ENCRYPTION_KEY: ciphertext, ...change }
    const failure = await unsealEnvironment(env).catch((error: unknown) => String(error))
    expect(failure).toMatch(message)
    for (const secret of [KEY, ciphertext, TOKEN]) expect(failure).not.toContain(secret)
  })

  it('the host does not start with a ciphertext that Vault rejects', async () => {
    await using vault = await startVault()
    const env = { ...vault.settings, PAY_ENCRYPTION_KEY: 'vault:v1:unknown' }
    await expect(unsealEnvironment(env)).rejects.toThrow(/invalid ciphertext/)
  })
})
