import { z } from 'zod'
import { type DenyList, parseDenyList } from './screening/denyList.ts'
import {
  checked,
  choice,
  form,
  limit,
  optional,
  providerUrl,
  setting,
  signingSecret,
  text,
  wholeNumber,
} from './settingForms.ts'

const MIN_TIMEOUT_MS = 100
const MAX_TIMEOUT_MS = 8_000
const MIN_TTL_S = 60
const MAX_TTL_S = 30 * 24 * 3_600
const MAX_LIMIT = 100_000

const providerId = checked((id) =>
  /^(?!list$)[a-z0-9][a-z0-9_-]{0,62}$/.test(id)
    ? null
    : 'must be 1 to 63 lower-case letters, digits, hyphens or underscores, begin with a letter or digit, and not be list',
)

/** The addresses of the deny list, separated by commas. */
const denied = form<DenyList>(
  'must list EVM and Tron addresses, separated by commas',
  (value) => parseDenyList(value.replaceAll(',', '\n')).list ?? undefined,
)

/** The settings that every kind of screening shares. */
export const screeningSettings = z.object({
  kind: setting('PAY_SCREENING', 'off', choice('off', 'list', 'http')).describe(
    'Screening of payers’ wallets before they get a transaction. list rejects the wallets of PAY_SCREENING_LIST and PAY_SCREENING_LIST_FILE. http queries the provider at PAY_SCREENING_HTTP_URL. off screens no wallet. See docs/guides/screening.md.',
  ),
  /** `all`, or only payments whose access policy has the mode `kyt_all_wallets`. */
  scope: setting('PAY_SCREENING_SCOPE', 'all', choice('all', 'policy')).describe(
    'all screens the payers of every payment. policy screens only those of payments whose access policy has the mode kyt_all_wallets.',
  ),
  /** Whether a wallet may pay while the provider does not decide. */
  whenDown: setting('PAY_SCREENING_WHEN_DOWN', 'closed', choice('closed', 'open')).describe(
    'Result while the provider does not respond: closed lets no new wallet pay; open lets every wallet pay except those that were rejected last time.',
  ),
})

/** The settings of the local deny list. */
export const screeningListSettings = z.object({
  denied: setting('PAY_SCREENING_LIST', '', denied).describe(
    'Denied EVM and Tron addresses, comma separated, in any letter case. Each may be followed by a space and a reason code.',
  ),
  file: optional('PAY_SCREENING_LIST_FILE', text).describe(
    'Path of a file with one denied address per line, which the host reads again after each change. Text after # is a comment.',
  ),
})

/** The settings of a provider with an HTTP API. */
export const screeningHttpSettings = z.object({
  url: setting('PAY_SCREENING_HTTP_URL', '', providerUrl).describe(
    'URL to which the host posts each wallet.',
  ),
  id: setting('PAY_SCREENING_HTTP_ID', 'screening', providerId).describe(
    'Name of the provider in events and access policies: at most 63 lower-case letters, digits, hyphens and underscores.',
  ),
  secret: setting('PAY_SCREENING_HTTP_SECRET', '', signingSecret('PAY_SCREENING=http')).describe(
    'Secret that signs calls to the provider, as in Standard Webhooks. The secret is base64 (with or without the prefix whsec_) or hex, at least 32 characters.',
  ),
  timeoutMs: setting(
    'PAY_SCREENING_HTTP_TIMEOUT_MS',
    '3000',
    wholeNumber(MIN_TIMEOUT_MS, MAX_TIMEOUT_MS),
  ).describe('Maximum milliseconds until the provider’s response.'),
  ttlS: setting('PAY_SCREENING_TTL_S', '86400', wholeNumber(MIN_TTL_S, MAX_TTL_S)).describe(
    'Maximum seconds for which the provider’s decision about a wallet is used again.',
  ),
  /** Calls per minute and merchant; null for no limit. */
  limit: setting('PAY_SCREENING_LIMIT', '60', limit(MAX_LIMIT)).describe(
    'Maximum calls to the provider per minute for the payments of one merchant; 0 for no limit. One payment page may use a sixth of them.',
  ),
})
