import { createLogger, type Logger } from '../../../host/src/log.ts'
import type { Answer } from '../../support/callApi.ts'
import { dumpDatabase } from '../../support/dumpDatabase.ts'
import { findPlanted, type PlantedPayer } from '../../support/plantedData.ts'
import type { TestHost } from '../../support/testHost.ts'

/** Where a host leaves something behind: its log, its tables, what webhooks brought, and its answers. */
export type Places = {
  /** Everything that is logged, at every level. */
  log: Logger
  logged(): string
  /** Notes an answer, under its method and path without ids. */
  hear(method: string, path: string, answer: Answer): Answer
  refusals(): readonly Answer[]
  /**
   * Where planted data is now, as `place: field`, sorted. Places are `log`, `table <name>`, `webhook`, `refusal of <call>` and `answer of
   * <call>`. Ids of the merchant are `clientUserId`, in whatever place.
   */
  find(people: readonly PlantedPayer[]): Promise<string[]>
}

/** What arrived at a receiver of webhooks. */
type Deliveries = () => readonly { headers: Record<string, string>; rawBody: string }[]

type Heard = { name: string; answer: Answer }

/** Starts to watch; `host` and `deliveries` are asked when something is looked for. */
export function watchPlaces(options: {
  host: () => Pick<TestHost, 'host'>
  deliveries: Deliveries
}): Places {
  let logged = ''
  const heard: Heard[] = []
  return {
    log: createLogger('trace', {
      write(line) {
        logged += line
      },
    }),
    logged: () => logged,
    hear(method, path, answer) {
      heard.push({ name: nameOf(method, path), answer })
      return answer
    },
    refusals: () => heard.filter(isRefusal).map(({ answer }) => answer),
    async find(people) {
      const texts = [
        { place: 'log', text: logged },
        { place: 'webhook', text: JSON.stringify(options.deliveries()) },
        ...heard.map((one) => ({ place: placeOf(one), text: textOf(one) })),
        ...(await readTables(options.host())),
      ]
      const found = texts.flatMap(({ place, text }) =>
        people.flatMap((person) => fieldsIn(person, text).map((field) => `${place}: ${field}`)),
      )
      return [...new Set(found)].sort()
    },
  }
}

function isRefusal({ answer }: Heard): boolean {
  return answer.status >= 400
}

function placeOf(heard: Heard): string {
  return `${isRefusal(heard) ? 'refusal' : 'answer'} of ${heard.name}`
}

function textOf({ answer }: Heard): string {
  return `${answer.text}\n${JSON.stringify(answer.headers)}`
}

/** A path with `{}` for whatever is of one record. */
function nameOf(method: string, path: string): string {
  const [pathname = ''] = path.split('?')
  const segments = pathname.split('/')
  return `${method} ${segments.map((one) => (/^(v\d|[a-z-]*)$/.test(one) ? one : '{}')).join('/')}`
}

async function readTables({ host }: Pick<TestHost, 'host'>) {
  const dump = await dumpDatabase(host.context.db)
  const tables = new Map<string, string>()
  for (const line of dump.split('\n')) {
    const [name = ''] = line.split(' ', 1)
    tables.set(name, `${tables.get(name) ?? ''}${line}\n`)
  }
  return [...tables].map(([name, text]) => ({ place: `table ${name}`, text }))
}

/** Names of the fields whose planted text is in another one. */
function fieldsIn(person: PlantedPayer, text: string): string[] {
  const all = [person.clientUserId, ...person.secrets]
  const found = findPlanted(all, text)
  const fields = [...Object.entries(person.payer), ...Object.entries(person.account)]
  return found.map((secret) => fields.find(([, value]) => value === secret)?.[0] ?? secret)
}
