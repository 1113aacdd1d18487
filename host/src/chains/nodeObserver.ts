import type { NodeError } from './errors.ts'

/** Receives the outcomes of a host's queries to nodes. `node` is the node's position in the network's settings, from 1. */
export type NodeObserver = {
  /** Called before calls are sent to a node; the returned function is called after the response, with the error if the node failed. */
  asking?(network: string, node: number, methods: readonly string[]): (error?: unknown) => void
  answered(network: string, node: number): void
  failed(network: string, node: number, error: NodeError): void
  /** Too few of the network's nodes agreed. */
  disagreed(network: string): void
}
