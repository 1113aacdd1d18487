import { readProfiles, writeProfiles } from '../account/profileFile.ts'
import { CommandError } from '../errors.ts'
import type { Command } from '../program/command.ts'

/** Removes a stored profile with its key. */
export const logout: Command = {
  path: 'logout',
  summary: 'Remove a stored profile',
  description:
    'Removes the key from this machine. The key itself stays valid: revoke it in the console.',
  args: [],
  flags: [],
  async run({ io, printer, selection }) {
    const file = await readProfiles(io)
    const name = selection.profile ?? file.current
    if (name === null || file.profiles[name] === undefined) {
      throw new CommandError(
        name === null ? 'You are not signed in.' : `There is no profile ${name}.`,
      )
    }
    const { [name]: removed, ...profiles } = file.profiles
    const [other = null] = Object.keys(profiles)
    await writeProfiles(io, { profiles, current: file.current === name ? other : file.current })
    printer.result({ removed: name, url: removed?.url }, () => `Removed the profile ${name}.\n`)
  },
}
