import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { CommandError } from '../errors.ts'
import type { Io } from '../io.ts'

const profileSchema = z.object({
  /** Origin of the API, without a trailing slash. */
  url: z.string(),
  /** Origin of the operations for accounts and webhooks. */
  authUrl: z.string(),
  apiKey: z.string(),
  /** The merchant's name when the key was stored; null if it has none. */
  merchant: z.string().nullable(),
})

const fileSchema = z.object({
  current: z.string().nullable(),
  profiles: z.record(z.string(), profileSchema),
})

/** A merchant's account at one host. */
export type Profile = z.output<typeof profileSchema>

/** The content of the file: profiles by name, and the name of the current one. */
export type ProfileFile = z.output<typeof fileSchema>

const NO_PROFILES: ProfileFile = { current: null, profiles: {} }

/** Returns the path of the file: in `XDG_CONFIG_HOME`, on Windows in `APPDATA`, otherwise in `~/.config`. */
export function profilePath({
  env,
  homeFolder,
  platform,
}: Pick<Io, 'env' | 'homeFolder' | 'platform'>): string {
  const own = env['XDG_CONFIG_HOME'] || (platform === 'win32' ? env['APPDATA'] : undefined)
  return join(own || join(homeFolder, '.config'), 'secure-payment', 'profiles.json')
}

/** Reads the profiles; none if there is no file. @throws CommandError if the file is damaged */
export async function readProfiles(
  io: Pick<Io, 'env' | 'homeFolder' | 'platform'>,
): Promise<ProfileFile> {
  const path = profilePath(io)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NO_PROFILES
    throw error
  }
  const parsed = fileSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new CommandError(`${path} is not a list of profiles.`, {
    hint: 'Remove the file, then sign in again: secure-payment login.',
  })
}

/** Replaces the file in one step. Only its owner may read it (mode 0600), because it contains API keys. */
export async function writeProfiles(
  io: Pick<Io, 'env' | 'homeFolder' | 'platform'>,
  file: ProfileFile,
): Promise<void> {
  const path = profilePath(io)
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
