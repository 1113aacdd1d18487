import { api, type EndpointDefinition, type Problem } from '@secure-payment/core/api'
import type { Client } from '@secure-payment/core/client'

/** A JSON object of a response. */
export type Json = { readonly [member: string]: unknown }

/** A column of a list: its title, and the text of a row. */
export type Column = { title: string; read: (row: Json) => string; isFlexible?: boolean }

/** The parts of an entry that the contract does not contain. */
export type CallOptions = {
  /** The member of the response that contains the list; null if the response itself is the list, absent if there is no list. */
  rows?: string | null
  columns?: readonly Column[]
  /** The member of the body that is a list of items: flags name the members of its only item. */
  item?: string
  /** Members of the query that every call contains. */
  query?: Readonly<Record<string, string>>
  /** Members without a flag; `--data` still accepts them. */
  hides?: readonly string[]
  /** Returns the object in a problem document, if the call failed only because of the object's state; otherwise undefined. */
  recover?: (problem: Problem) => unknown
  /** Returns the sentence to print under the result; null for none. */
  after?: (answer: Json) => string | null
}

/** A command that is one call: its flags, help, completion and MCP tool derive from the endpoint's definition. */
export type CallCommand = CallOptions & {
  /** The words of the command: `payments list`. */
  path: string
  group: keyof Client
  operation: string
  definition: EndpointDefinition
}

/** Names an operation of the client, for one line of the table of commands. */
export function call<G extends keyof Client, O extends keyof Client[G] & string>(
  path: string,
  group: G,
  operation: O,
  options: CallOptions = {},
): CallCommand {
  const definitions: { readonly [operation: string]: EndpointDefinition } = api[group]
  const definition = definitions[operation]
  if (definition === undefined) throw new Error(`The contract has no operation ${operation}.`)
  return { path, group, operation, definition, ...options }
}

/** Returns the parameters of an operation's path, in order: positional arguments of its command. */
export function parametersOf({ path }: Pick<EndpointDefinition, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** Returns whether a call changes nothing. */
export function isRead({ method }: Pick<EndpointDefinition, 'method'>): boolean {
  return method === 'GET'
}
