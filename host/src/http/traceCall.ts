import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EndpointDefinition } from '@secure-payment/core/api'
import type { Context } from '../context.ts'
import { requestIdOf } from './requestId.ts'

/** Runs a call as a trace, named after its operation. The span has the path of the operation without the call's parameters. */
export async function traceCall(
  { tracing }: Pick<Context, 'tracing'>,
  { id, method, path }: EndpointDefinition,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  run: () => Promise<void>,
): Promise<void> {
  if (tracing === undefined) return run()
  const { traceparent } = request.headers
  await tracing.trace(
    {
      name: id,
      kind: 'server',
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      attributes: {
        'http.request.method': method,
        'http.route': path,
        'secure_payment.request_id': requestIdOf(response),
      },
    },
    async (note) => {
      await run()
      const status = response.statusCode
      note({ 'http.response.status_code': status }, status >= 500 ? String(status) : undefined)
    },
  )
}
