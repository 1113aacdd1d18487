import type { KyselyPlugin } from 'kysely'
import type { RpcNode } from '../../../host/src/chains/openRpcNode.ts'
import type { Database } from '../../../host/src/db/openDatabase.ts'

/** The places at which a host can die: any await, or only the start or end of a transaction. */
type Place = 'await' | 'commit'

/** Kills a simulated host at one of its awaits: a statement, a commit, a node call, or a price read. */
export type Fuse = {
  /** Kills the host after `passes` more places of a kind. */
  light(passes: number, kind: Place): void
  /** Passes one place. @throws HostKilledError at the host's death, and ever after */
  pass(kind?: Place): void
  isDead(): boolean
}

/** The simulated host is dead, so none of its statements and calls has any effect. */
export class HostKilledError extends Error {
  override readonly name = 'HostKilledError'
}

/** Creates a fuse that has not been lit. */
export function createFuse(): Fuse {
  let isDead = false
  let left = Number.POSITIVE_INFINITY
  let counted: Place = 'await'
  return {
    light(passes, kind) {
      left = passes
      counted = kind
    },
    pass(kind = 'await') {
      const counts = counted === 'await' || kind === counted
      if (counts && left === 0) isDead = true
      if (isDead) throw new HostKilledError('killed')
      if (counts) left -= 1
    },
    isDead: () => isDead,
  }
}

/**
 * Returns a host's access to a database, through the fuse. The host can die before each statement, after it, and between a commit and its
 * response. A death inside a transaction rolls the transaction back, as the engine does when a process ends.
 */
export function fuseDatabase(db: Database, fuse: Fuse): Database {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      fuse.pass()
      return node
    },
    async transformResult({ result }) {
      fuse.pass()
      return result
    },
  }
  const pass = async <T>(action: () => Promise<T>, kind?: Place): Promise<T> => {
    fuse.pass(kind)
    const result = await action()
    fuse.pass(kind)
    return result
  }
  return {
    ...db,
    kysely: db.kysely.withPlugin(plugin),
    transaction: (fn) => pass(() => db.transaction((tx) => fn(tx.withPlugin(plugin))), 'commit'),
    insertRows: (batches) => pass(() => db.insertRows(batches)),
    prepare(query) {
      const read = db.prepare(query)
      return (...parameters) => pass(() => read(...parameters))
    },
    snapshot: (fn) => pass(() => db.snapshot(fn)),
  }
}

/** Returns a host's access to a node, through the fuse. */
export function fuseNode(node: RpcNode, fuse: Fuse): RpcNode {
  return {
    ...node,
    async send(...facts) {
      fuse.pass()
      const outcomes = await node.send(...facts)
      fuse.pass()
      return outcomes
    },
  }
}
