import { createLogger, type Logger } from '../../../host/src/log.ts'
import type { Answer } from '../../support/callApi.ts'
import { dumpDatabase } from '../../support/dumpDatabase.ts'
import { findPlanted, type PlantedPayer } from '../../support/plantedData.ts'
import type { TestHost } from '../../support/testHost.ts'

/** The places where a host leaves data: its log, its tables, the received webhooks, and its responses. */
export type Places = {
  /** Every log line, at every level. */
  log: Logger
  logged(): string
  /** Records a response, under its method and path without ids. */
  hear(method: string, path: string, answer: Answer): Answer
  refusals(): readonly Answer[]
  /**
   * Returns the places of planted data as `place: field`, sorted. Places are `log`, `table <name>`, `webhook`, `refusal of <call>` and
   * `answer of <call>`. The merchant's own ids have the field `clientUserId` in every place.
   */
  find(people: readonly PlantedPayer[]): Promise<string[]>
}

/** The deliveries at a webhook receiver. */
type Deliveries = () => readonly { headers: Record<string, string>; rawBody: string }[]

type Heard = { name: string; answer: Answer }

/** Starts watching these places; `host` and `deliveries` are read at each search. */
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

/** Returns a path with `{}` in place of the ids of records. */
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

/** Returns the names of the fields whose planted text another text contains. */
function fieldsIn(person: PlantedPayer, text: string): string[] {
  const all = [person.clientUserId, ...person.secrets]
  const found = findPlanted(all, text)
  const fields = [...Object.entries(person.payer), ...Object.entries(person.account)]
  return found.map((secret) => fields.find(([, value]) => value === secret)?.[0] ?? secret)
}
