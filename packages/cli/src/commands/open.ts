import { CommandError, UsageError } from '../errors.ts'
import type { Command } from '../program/command.ts'

const TOKEN = /^[0-9A-HJKMNP-TV-Z]{26}$/

/** Opens a page of the host in the browser. */
export const open: Command = {
  path: 'open',
  summary: 'Open the console, the docs or a payment’s page',
  description:
    'Prints the URL, and opens it in the browser if a terminal is attached. The page is console (by default), docs for the API, guides, or the token of a link.',
  args: [{ name: 'page', description: 'console, docs, guides or a token', isOptional: true }],
  flags: [],
  async run({ io, printer, connect }, { args: [page = 'console'] }) {
    const { client } = await connect()
    const { service } = await client.caller.get()
    const url = pageUrl(page, service)
    printer.result({ url }, () => `${url}\n`)
    if (!io.stdout.isTTY || printer.isJson) return
    // The host returns the URL, and a URL with another scheme could start a program on this machine.
    if (!/^https?:/.test(url)) throw new CommandError(`${url} is no page on the web.`)
    await io.openUrl(url)
  },
}

function pageUrl(
  page: string,
  { apiUrl, authUrl, payUrl }: { apiUrl: string; authUrl: string; payUrl: string },
): string {
  switch (page) {
    case 'console':
      return `${authUrl}/console/`
    case 'docs':
      return `${apiUrl}/docs`
    case 'guides':
      return `${apiUrl}/guides/`
    default:
      if (TOKEN.test(page)) return `${payUrl}/?token=${page}`
      throw new UsageError(`There is no page ${page}.`, {
        hint: 'Pages: console, docs, guides, or the token of a link.',
      })
  }
}
