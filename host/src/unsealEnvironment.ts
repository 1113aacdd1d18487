import { networks } from '@secure-payment/core/networks'
import { ConfigError } from './config.ts'
import type { Kms } from './kms/kms.ts'
import { openVault } from './kms/openVault.ts'
import { readSecretFiles } from './readSecretFiles.ts'
import { secretNames } from './settings.ts'
import { vaultSettings } from './vaultSettings.ts'

/** Vault cannot decrypt the token with which it is called. */
const TOKEN = 'PAY_VAULT_TOKEN'

/**
 * Replaces each secret setting that Vault has encrypted, in a variable or in the file of `<NAME>_FILE`, by its plain text in `env`. A list
 * may contain both kinds of values. Without such a setting, calls no service.
 *
 * @throws ConfigError if PAY_VAULT_URL or PAY_VAULT_TOKEN is missing, KmsError
 */
export async function unsealEnvironment(env: Record<string, string | undefined>): Promise<void> {
  const problems: string[] = []
  const read = readSecretFiles(env, problems)
  const given = secretNames(networks.map(({ id }) => id)).flatMap((name) => {
    const value = read[name]?.trim()
    return value === undefined || name === TOKEN ? [] : [{ name, parts: value.split(',') }]
  })
  const sealed = given.filter(({ parts }) =>
    parts.some((part) => part.trim().startsWith('vault:v')),
  )
  const [first] = sealed
  // `loadConfig` lists the problems of files and of Vault's own settings.
  if (first === undefined || problems.length > 0) return
  const settings = vaultSettings.safeParse({
    url: textOf(read['PAY_VAULT_URL']),
    token: textOf(read[TOKEN]),
    transitKey: textOf(read['PAY_VAULT_TRANSIT_KEY']),
  })
  if (!settings.success) return
  const { url, token, transitKey } = settings.data
  if (url === null || token === null) {
    throw new ConfigError([
      `${url === null ? 'PAY_VAULT_URL' : TOKEN} is missing: Vault has encrypted ${first.name}`,
    ])
  }
  const vault = openVault({ url, token, transitKey })
  for (const { name, parts } of sealed) {
    env[name] = (await decryptParts(vault, parts)).join(',')
    delete env[`${name}_FILE`]
  }
}

async function decryptParts(kms: Kms, given: readonly string[]): Promise<readonly string[]> {
  const parts = given.map((part) => part.trim())
  const plain = await kms.decrypt(parts.filter((part) => kms.isSealed(part)))
  const next = plain[Symbol.iterator]()
  return parts.map((part) => (kms.isSealed(part) ? String(next.next().value) : part))
}

/** An empty variable counts as unset. */
function textOf(value: string | undefined): string | undefined {
  return value?.trim() || undefined
}
