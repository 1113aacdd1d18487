import { authUrlOf, readCaller } from '../account/connect.ts'
import { readUrl } from '../account/findAccount.ts'
import { profilePath, readProfiles, writeProfiles } from '../account/profileFile.ts'
import { CommandError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { Command } from '../program/command.ts'

const DEFAULT_PROFILE = 'default'
const PROFILE_NAME = /^[A-Za-z0-9_.-]{1,64}$/

/** Stores a host and an API key in the user's folder, once a call has proved the key. */
export const login: Command = {
  path: 'login',
  summary: 'Sign in to a host with an API key',
  description:
    'Asks for the URL and the key, reads the key’s account from the host, and stores both in the user’s configuration folder. Only the user can read them. Create a key in the console, or with the operator’s command create-key. Without a terminal, the key comes from standard input.',
  args: [],
  flags: [],
  async run({ io, printer, selection }) {
    const name = selection.profile ?? DEFAULT_PROFILE
    if (!PROFILE_NAME.test(name)) throw new UsageError(`${name} is not a name for a profile.`)
    const asked = selection.host ?? io.env['SECURE_PAYMENT_URL']
    const url = readUrl(asked ?? (await io.ask?.('URL of the host: ', { isSecret: false })))
    if (url === null) {
      throw new UsageError('The URL of the host is missing.', { hint: 'Add --host URL.' })
    }
    if (isOpen(url))
      printer.warn(`${url} is not encrypted: others on the network can read the key.`)
    const apiKey = await readKey(io)
    const caller = await readCaller(io, { url, apiKey })
    const file = await readProfiles(io)
    const profile = {
      url,
      authUrl: authUrlOf(url, caller),
      apiKey,
      merchant: caller.merchant.name || null,
    }
    await writeProfiles(io, { current: name, profiles: { ...file.profiles, [name]: profile } })
    const result = { profile: name, url, merchant: caller.merchant, path: profilePath(io) }
    printer.result(
      result,
      () => `Signed in to ${url} as ${caller.merchant.name || caller.merchant.id}.\n`,
    )
  },
}

async function readKey(io: Io): Promise<string> {
  const own = io.env['SECURE_PAYMENT_API_KEY']
  const text =
    own || (io.ask ? await io.ask('API key: ', { isSecret: true }) : await io.readInput())
  const key = text.trim()
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new CommandError('The API key is missing.', {
    hint: 'Create one in the console under API keys, or with the operator’s command create-key.',
  })
}

/** Returns whether calls to a URL cross a network without encryption. */
function isOpen(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
