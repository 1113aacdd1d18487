import { CommandError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type Profile, type ProfileFile, readProfiles } from './profileFile.ts'

/** The host and the key of a command. */
export type Account = {
  url: string
  /** Origin of the operations for accounts and webhooks; null until the host has returned it. */
  authUrl: string | null
  apiKey: string
  /** The name of the profile that contains the key; null for a key from the environment. */
  profile: string | null
}

/** The flags that select a host and a key. */
export type AccountFlags = { profile?: string | undefined; host?: string | undefined }

/**
 * Returns the host and key for a command. `--host` and `SECURE_PAYMENT_URL` have priority over the profile's URL, and
 * `SECURE_PAYMENT_API_KEY` over its key. A profile's key is sent only to the profile's own URL.
 *
 * @throws CommandError if no key is known for the host
 */
export async function findAccount(
  io: Pick<Io, 'env' | 'homeFolder' | 'platform'>,
  flags: AccountFlags,
): Promise<Account> {
  const file = await readProfiles(io)
  const named = flags.profile ?? io.env['SECURE_PAYMENT_PROFILE']
  const url = readUrl(flags.host ?? io.env['SECURE_PAYMENT_URL'])
  const name = named ?? (url === null ? file.current : (profileOf(file, url) ?? file.current))
  const profile = name === null ? undefined : file.profiles[name]
  if (named !== undefined && profile === undefined) throw unknownProfile(named, file)
  const apiKey = io.env['SECURE_PAYMENT_API_KEY']
  if (apiKey) {
    const target = url ?? profile?.url
    if (target !== undefined) return { url: target, authUrl: null, apiKey, profile: null }
    throw new CommandError('SECURE_PAYMENT_API_KEY is set without a URL.', {
      hint: 'Set SECURE_PAYMENT_URL, or add --host URL.',
    })
  }
  if (profile !== undefined && name !== null && (url === null || url === profile.url)) {
    const { authUrl, apiKey } = profile
    return { url: profile.url, authUrl, apiKey, profile: name }
  }
  throw new CommandError(url === null ? 'You are not signed in.' : `There is no key for ${url}.`, {
    hint: `Run secure-payment login${url === null ? '' : ` --host ${url}`}, or set SECURE_PAYMENT_API_KEY.`,
  })
}

/** Returns an origin without a trailing slash; null for an absent value. @throws UsageError */
export function readUrl(text: string | undefined): string | null {
  if (!text) return null
  const url = URL.parse(text)
  const isPlain = url !== null && url.username === '' && url.search === '' && url.hash === ''
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${text} is not the URL of a host.`, {
      hint: 'Use the origin of its API, such as https://pay.example.com.',
    })
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function profileOf(file: ProfileFile, url: string): string | undefined {
  const isOwn = ([, profile]: [string, Profile]) => profile.url === url
  const current = file.current === null ? undefined : file.profiles[file.current]
  if (current?.url === url) return file.current ?? undefined
  return Object.entries(file.profiles).find(isOwn)?.[0]
}

function unknownProfile(name: string, { profiles }: ProfileFile): CommandError {
  const names = Object.keys(profiles)
  const hint =
    names.length === 0 ? 'No profile is stored.' : `Stored profiles: ${names.join(', ')}.`
  return new CommandError(`There is no profile ${name}.`, {
    hint: `${hint} Add one: secure-payment login --profile ${name}.`,
  })
}
