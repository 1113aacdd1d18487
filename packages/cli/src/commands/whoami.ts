import { readCaller } from '../account/connect.ts'
import type { Command } from '../program/command.ts'

/** Prints the account of the key in use. */
export const whoami: Command = {
  path: 'whoami',
  summary: 'Show the account, its rights and the host',
  args: [],
  flags: [],
  async run({ io, printer, account }) {
    const { url, apiKey, profile } = await account()
    const caller = await readCaller(io, { url, apiKey })
    printer.result({ profile, url, ...caller }, (format) =>
      format.record({
        profile: profile ?? '(environment)',
        host: url,
        merchant: caller.merchant.name || caller.merchant.id,
        key: `${caller.apiKey.label} (${caller.apiKey.prefix}…)`,
        scopes: caller.apiKey.scopes,
        expires: caller.apiKey.expiresAt ?? 'never',
        version: caller.service.version,
      }),
    )
  },
}
