import type { NodeObserver } from '../chains/nodeObserver.ts'
import type { StatementObserver } from '../db/observeStatements.ts'
import { nameStatement } from './nameStatement.ts'
import type { Tracing } from './tracing.ts'

/** Returns the observer that records statements as spans. */
export function traceStatements(tracing: Tracing, databaseUrl: string): StatementObserver {
  const system = databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgresql'
  const attributes = { 'db.system.name': system }
  return (sql) => tracing.begin(() => ({ name: nameStatement(sql), kind: 'client', attributes }))
}

/** Returns the observer that records exchanges with nodes as spans, without their URLs; nothing if the host records no traces. */
export function traceNodes(tracing: Tracing | null): Pick<NodeObserver, 'asking'> {
  if (tracing === null) return {}
  return {
    asking: (network, node, methods) =>
      tracing.begin(() => {
        const [name = 'rpc'] = methods
        const attributes = {
          'secure_payment.network': network,
          'secure_payment.node': node,
          'rpc.method': [...new Set(methods)].join(','),
          'rpc.calls': methods.length,
        }
        return { name, kind: 'client', attributes }
      }),
  }
}
