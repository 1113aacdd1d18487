import { connect, readCaller } from '../account/connect.ts'
import { checkAccount } from '../doctor/checkAccount.ts'
import { checkHost } from '../doctor/checkHost.ts'
import { checkWebhooks } from '../doctor/checkWebhooks.ts'
import { type Finding, fail } from '../doctor/finding.ts'
import { CommandError } from '../errors.ts'
import type { Format, StyleName } from '../output/createPrinter.ts'
import { describeFailure } from '../output/describeFailure.ts'
import type { Command, CommandContext } from '../program/command.ts'
import { VERSION } from '../version.ts'

/** Checks the host, the key, the clock, the networks and the webhook endpoints. */
export const doctor: Command = {
  path: 'doctor',
  summary: 'Check the host, the key, clocks, networks and webhooks',
  description:
    'Names each problem with the next step. Exits with 1 if a check fails; a warning does not fail the command.',
  args: [],
  flags: [],
  async run(context) {
    const { printer } = context
    const findings = await findAll(context)
    printer.result({ findings }, (format) => findings.map((one) => line(one, format)).join(''))
    const failed = findings.filter(({ level }) => level === 'fail').length
    if (failed > 0) throw new CommandError(`${failed} of ${findings.length} checks failed.`)
  },
}

async function findAll({ io, account }: CommandContext): Promise<Finding[]> {
  const own = await account()
  const { url, apiKey } = own
  const findings = await checkHost(io, url)
  if (findings.some(({ check, level }) => check === 'url' && level === 'fail')) return findings
  try {
    const sentAt = io.now()
    const caller = await readCaller(io, { url, apiKey })
    const facts = { url, version: VERSION, sentAt, receivedAt: io.now() }
    findings.push(...checkAccount(caller, facts))
    const { client } = await connect(io, own)
    findings.push(...(await checkWebhooks(client)))
  } catch (error) {
    const [message = '', ...rest] = describeFailure(error).lines
    findings.push(fail('key', message, rest.at(-1) ?? 'Sign in again: secure-payment login.'))
  }
  return findings
}

const STYLES: Readonly<Record<Finding['level'], StyleName>> = {
  ok: 'green',
  warn: 'yellow',
  fail: 'red',
}

function line({ level, check, message, hint }: Finding, format: Format): string {
  const first = `${format.style(STYLES[level], level.padEnd(4))}  ${check}: ${message}\n`
  return hint === undefined ? first : `${first}      ${hint}\n`
}
