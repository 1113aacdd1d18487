import { setTimeout as delay } from 'node:timers/promises'
import { events } from '@secure-payment/core/webhooks'
import type { Account } from '../account/findAccount.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { followEvents, type ListedEvent } from '../listen/followEvents.ts'
import { type Forwarded, forwardEvent, isAccepted } from '../listen/forwardEvent.ts'
import { listenSecret } from '../listen/listenSecret.ts'
import { readSince } from '../listen/readSince.ts'
import type { Format, Printer } from '../output/createPrinter.ts'
import {
  type Command,
  type CommandContext,
  type CommandInput,
  listFlag,
  textFlag,
} from '../program/command.ts'

const ALIAS = /^x-[a-z0-9-]{1,100}-signature$/

/** Prints the merchant's events, and forwards them to a receiver if one is given. */
export const listen: Command = {
  path: 'listen',
  summary: 'Print events as they happen, and forward them',
  description:
    'Reads the merchant’s events from the host, so the receiver needs no public URL and no webhook endpoint. Each event is sent as the host sends it, with both kinds of signatures. The signatures use a secret of this command, which your receiver needs. A terminal shows the secret; elsewhere, --print-secret prints it, and the command ends. An API key always has the same secret; SECURE_PAYMENT_WEBHOOK_SECRET replaces it. If the receiver does not accept an event, the command sends it up to two more times. If the connection breaks, the command continues after the last event. It needs the scope read.',
  args: [],
  flags: [
    {
      name: 'forward-to',
      value: 'url',
      description: 'receiver, such as http://localhost:4242/webhooks',
    },
    {
      name: 'events',
      value: 'types',
      description: 'only these types, separated by commas',
      choices: events.map(({ type }) => type),
      isList: true,
    },
    {
      name: 'since',
      value: 'time',
      description: 'begin with earlier events: 10m, 2h or an ISO time',
    },
    {
      name: 'signature-alias',
      value: 'header',
      description: 'additional names for the signature header, such as x-shop-signature',
      isList: true,
    },
    { name: 'print-secret', value: null, description: 'print the secret, and end' },
  ],
  async run(context, input) {
    const { io, printer, connect } = context
    if (input.flags['print-secret'] === true) {
      const secret = secretOf(io, await context.account())
      printer.result({ secret }, () => `${secret}\n`)
      return
    }
    const target = readTarget(input)
    const since = textFlag(input, 'since')
    const from = since === undefined ? null : readSince('since', since, io.now())
    const { client, account } = await connect()
    const { time, merchant } = await client.caller.get()
    const secret = secretOf(io, account)
    announce(context, { merchant: merchant.name || merchant.id, url: account.url, target, secret })
    const wanted = listFlag(input, 'events')
    const rest = (ms: number) => delay(ms, undefined, { signal: io.signal })
    const follow = followEvents(
      {
        client,
        rest,
        onOutage: (error) =>
          printer.note(error === null ? 'Connected again.' : `${error.message} Trying again…`),
      },
      from ?? time,
    )
    try {
      for await (const event of follow) {
        if (wanted !== undefined && !wanted.includes(event.event)) continue
        const to = target && { ...target, secret }
        print(printer, event, to && (await forwardEvent({ ...io, rest }, event, to)))
      }
    } catch (error) {
      // Ctrl-C ends this command normally.
      if (!io.signal.aborted) throw error
    }
  },
}

/** Returns the secret that the operator chose, otherwise the API key's. */
function secretOf({ env }: Pick<Io, 'env'>, { apiKey }: Pick<Account, 'apiKey'>): string {
  return env['SECURE_PAYMENT_WEBHOOK_SECRET'] || listenSecret(apiKey)
}

type Target = { url: string; aliases: readonly string[] }

function readTarget(input: CommandInput): Target | null {
  const text = textFlag(input, 'forward-to')
  const aliases = listFlag(input, 'signature-alias') ?? []
  const wrong = aliases.find((alias) => !ALIAS.test(alias))
  if (wrong !== undefined) {
    throw new UsageError(`${wrong} is not the name of a signature header.`, {
      hint: 'Use a lower-case name such as x-shop-signature.',
    })
  }
  if (text === undefined) return null
  // A bare port, with or without a path, stands for this machine: `4242/webhooks`.
  const url = URL.parse(/^\d{1,5}(?:\/|$)/.test(text) ? `http://localhost:${text}` : text)
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return { url: url.href, aliases }
  throw new UsageError(`--forward-to must be a URL: ${text} is none.`, {
    hint: 'Use http://localhost:4242/webhooks, or 4242/webhooks.',
  })
}

function announce(
  { io, printer }: Pick<CommandContext, 'io' | 'printer'>,
  facts: { merchant: string; url: string; target: Target | null; secret: string },
): void {
  const { merchant, url, target, secret } = facts
  // A CI system stores everything that a command prints.
  const isPrivate = io.stdout.isTTY && !io.env['CI']
  const forward = target && { forwardTo: target.url, ...(isPrivate && { secret }) }
  if (printer.isJson) printer.item({ listening: { merchant, url, ...forward } }, () => '')
  printer.note(`Listening to the events of ${merchant} at ${url}. End with Ctrl-C.`)
  if (target === null) return
  printer.note(`Forwarding to ${target.url}`)
  printer.note(
    isPrivate
      ? `The receiver verifies with the secret ${secret}`
      : 'The receiver verifies with the secret that this prints: secure-payment listen --print-secret',
  )
}

function print(printer: Printer, event: ListedEvent, sent: Forwarded | null): void {
  const { body, ...facts } = event
  const json = { ...facts, body: JSON.parse(body), ...(sent !== null && { forwarded: sent }) }
  printer.item(json, (format) => {
    const test = event.isTest ? ' (test)' : ''
    const line = `${event.createdAt.slice(0, 19).replace('T', ' ')}  ${event.event}${test}  ${event.id}`
    return `${line}${sent === null ? '' : `  ${describe(sent, event, format)}`}\n`
  })
}

function describe(sent: Forwarded, { createdAt }: ListedEvent, format: Format): string {
  const { status, durationMs, error, attempts } = sent
  if (isAccepted(sent)) {
    const count = attempts === 1 ? '' : ` at attempt ${attempts}`
    return format.style('green', `${status} in ${durationMs} ms${count}`)
  }
  const reason = status ?? `no response: ${error}`
  const next = `  Not delivered. Once the receiver works: listen --since ${createdAt}`
  return `${format.style('red', `${reason}, ${attempts} attempts`)}\n${next}`
}
