import { NotAProcessError } from '../errors.ts'
import { type RunningHost, waitUntilReady } from './runningHost.ts'

/** Runs the host in this process, which is faster and allows a debugger, but the host cannot be killed. */
export async function startHostInline(environment: Record<string, string>): Promise<RunningHost> {
  const { loadConfig, startHost } = await import('@secure-payment/host')
  const host = await startHost(loadConfig(environment))
  return {
    url: host.url,
    pid: process.pid,
    restarts: 0,
    ready: () => waitUntilReady(host.url),
    kill: () => Promise.reject(new NotAProcessError()),
    output: () => '',
    gaveUp: new Promise(() => {}),
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]()
    },
  }
}
