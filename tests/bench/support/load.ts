import type { LoadCalls, LoadJob, LoadResult } from '../children/loadGenerator.ts'
import type { Usage } from '../children/serveParent.ts'
import type { RateCase } from '../measure.ts'
import type { Child } from './startChild.ts'

/** A server for a load test. */
export type Server = {
  call(name: 'port'): Promise<number>
  call(name: 'usage'): Promise<Usage>
}

/** Returns the job with the servers' ports. */
export async function jobFor(
  servers: readonly Server[],
  job: Omit<LoadJob, 'ports'>,
): Promise<LoadJob> {
  const ports: number[] = []
  for (const server of servers) ports.push(await server.call('port'))
  return { ...job, ports }
}

/** Creates a case that sends a job's calls to the servers and measures their processor time; `onResult` receives each round's result. */
export function loadCase(
  name: string,
  load: Child<LoadCalls>,
  servers: readonly Server[],
  job: LoadJob,
  onResult: (result: LoadResult) => void = () => {},
): RateCase {
  return {
    name,
    async run() {
      const before = await sumCpu(servers)
      const result = await load.call('run', job)
      const cpuUs = ((await sumCpu(servers)) - before) / job.count
      onResult(result)
      return { perSecond: result.perSecond, cpuUs }
    },
  }
}

async function sumCpu(servers: readonly Server[]): Promise<number> {
  let sum = 0
  for (const server of servers) sum += (await server.call('usage')).cpuUs
  return sum
}
