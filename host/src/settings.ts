import { getNetwork } from '@secure-payment/core/networks'
import { z } from 'zod'
import { hostSettings } from './hostSettings.ts'
import { networkSettings, tronSettings, variableSuffix } from './networkSettings.ts'
import { httpSettings, sandboxSettings } from './offrampSettings.ts'
import { screeningHttpSettings, screeningListSettings } from './screeningSettings.ts'
import { settingFacts } from './settingForms.ts'

/** The variables of a process by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The network that represents all networks in `.env.example`. */
const EXAMPLE = getNetwork('base')

/** The settings that apply only with certain values of other settings, in the order of `.env.example`. */
const BY_CHOICE = [
  tronSettings,
  sandboxSettings,
  httpSettings,
  screeningListSettings,
  screeningHttpSettings,
]
const COMMON = [hostSettings, ...BY_CHOICE]

const COMMON_SETTINGS = COMMON.flatMap(listSettings)
const COMMON_NAMES = COMMON_SETTINGS.map(({ name }) => name)

/** A network's settings by their names without the network's suffix; every network has the same ones: `PAY_RPC_URL_`. */
const NETWORK_SETTINGS = listSettings(networkSettings(EXAMPLE)).map(({ name, isSecret }) => ({
  stem: name.slice(0, -variableSuffix(EXAMPLE.id).length),
  isSecret,
}))

/** Returns the names of the host's own settings, and of these networks' settings. */
export function settingNames(networkIds: readonly string[]): string[] {
  return [...COMMON_NAMES, ...networkIds.flatMap(networkNames)]
}

/** Returns the names of a network's settings. */
export function networkNames(networkId: string): string[] {
  return NETWORK_SETTINGS.map(({ stem }) => stem + variableSuffix(networkId))
}

/** Returns the names of the settings whose values are secret, which a file may contain: see `readSecretFiles`. */
export function secretNames(networkIds: readonly string[]): string[] {
  const stems = NETWORK_SETTINGS.filter(({ isSecret }) => isSecret).map(({ stem }) => stem)
  return [
    ...COMMON_SETTINGS.filter(({ isSecret }) => isSecret).map(({ name }) => name),
    ...networkIds.flatMap((id) => stems.map((stem) => stem + variableSuffix(id))),
  ]
}

type ListedSetting = { name: string; fallback: string; isSecret: boolean; description: string }

/** Lists the settings of a schema and of the schemas within it, in their order. */
function listSettings(schema: z.ZodObject) {
  return Object.values(schema.shape).flatMap((member): ListedSetting[] => {
    if (member instanceof z.ZodObject) return listSettings(member)
    const facts = settingFacts.get(member)
    const { description = '' } = z.globalRegistry.get(member) ?? {}
    return facts === undefined ? [] : [{ ...facts, description }]
  })
}

/** Prints `.env.example`: every setting, commented out, with its default. */
export function printEnvExample(): string {
  const print = (schema: z.ZodObject) =>
    listSettings(schema).map(
      ({ name, description, fallback }) => `# ${description}\n#${name}=${fallback}\n`,
    )
  return [
    '# Every setting of the host, with its default. Generated from host/src/settings.ts; do not edit.\n# `secure-payment-host` and `docker compose up` read a copy named .env; `npm run host` reads its environment alone.\n# For a secret, <NAME>_FILE may name a file with the value instead, such as PAY_ENCRYPTION_KEY_FILE=/run/secrets/encryption-key.\n',
    ...print(hostSettings),
    '# The settings of a network end with its id in upper case, with _ in place of -. BASE stands for any network.\n',
    ...print(networkSettings(EXAMPLE)),
    '# The settings of Tron, of PAY_OFFRAMP=sandbox and =http, and of PAY_SCREENING=list and =http.\n',
    ...BY_CHOICE.flatMap(print),
  ].join('\n')
}
