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

/** The settings of the process, in the order of `.env.example`. */
const BY_CHOICE = [
  tronSettings,
  sandboxSettings,
  httpSettings,
  screeningListSettings,
  screeningHttpSettings,
]
const COMMON = [hostSettings, ...BY_CHOICE]

const COMMON_NAMES = COMMON.flatMap(listSettings).map(({ name }) => name)

/** The names of a network's settings without the network's suffix; every network has the same ones: `PAY_RPC_URL_`. */
const NETWORK_STEMS = listSettings(networkSettings(EXAMPLE)).map(({ name }) =>
  name.slice(0, -variableSuffix(EXAMPLE.id).length),
)

/** Returns the names of the host's own settings, and of these networks' settings. */
export function settingNames(networkIds: readonly string[]): string[] {
  return [...COMMON_NAMES, ...networkIds.flatMap(networkNames)]
}

/** Returns the names of a network's settings. */
export function networkNames(networkId: string): string[] {
  return NETWORK_STEMS.map((stem) => stem + variableSuffix(networkId))
}

/** Lists the settings of a schema and of the schemas within it, in their order. */
function listSettings(schema: z.ZodObject) {
  return Object.values(schema.shape).flatMap(
    (member): { name: string; fallback: string; description: string }[] => {
      if (member instanceof z.ZodObject) return listSettings(member)
      const facts = settingFacts.get(member)
      const { description = '' } = z.globalRegistry.get(member) ?? {}
      return facts === undefined ? [] : [{ ...facts, description }]
    },
  )
}

/** Prints `.env.example`: every setting, commented out, with its default. */
export function printEnvExample(): string {
  const print = (schema: z.ZodObject) =>
    listSettings(schema).map(
      ({ name, description, fallback }) => `# ${description}\n#${name}=${fallback}\n`,
    )
  return [
    '# Every setting of the host, with its default. Generated from host/src/settings.ts; do not edit.\n# `secure-payment-host` and `docker compose up` read a copy named .env; `npm run host` reads its environment alone.\n',
    ...print(hostSettings),
    '# The settings of a network end with its id in upper case, with _ in place of -. BASE stands for any network.\n',
    ...print(networkSettings(EXAMPLE)),
    '# The settings of Tron, of PAY_OFFRAMP=sandbox and =http, and of PAY_SCREENING=list and =http.\n',
    ...BY_CHOICE.flatMap(print),
  ].join('\n')
}
