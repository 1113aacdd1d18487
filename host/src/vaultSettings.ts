import { z } from 'zod'
import { checked, header, optional, providerUrl, setting } from './settingForms.ts'

/** The form of a key's name in Vault, which is a part of a path. */
const keyName = checked((name) =>
  /^[\w-]{1,64}$/.test(name) ? null : 'must be at most 64 letters, digits, hyphens and underscores',
)

/** The settings of HashiCorp Vault, which decrypts other settings at startup. */
export const vaultSettings = z.object({
  url: optional('PAY_VAULT_URL', providerUrl).describe(
    'URL of HashiCorp Vault, such as https://vault.example.com:8200. Its transit engine decrypts each secret setting whose value begins with vault:v1:, once at startup. Default: none.',
  ),
  token: optional('PAY_VAULT_TOKEN', header).describe(
    'Token whose policy allows update on transit/decrypt/<PAY_VAULT_TRANSIT_KEY>. PAY_VAULT_URL needs it.',
  ),
  transitKey: setting('PAY_VAULT_TRANSIT_KEY', 'secure-payment', keyName).describe(
    'Name of the key in the transit engine.',
  ),
})
