import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ROOT_CONTEXT,
  type Span,
  type Context as SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { VERSION } from '../version.ts'
import { reportExports } from './reportExports.ts'
import type { EndSpan, SpanFacts, Tracing } from './tracing.ts'

type TracingConfig = NonNullable<Config['tracing']>

/** The work of one trace. After its end, work that it has started records no more spans. */
type Work = { context: SpanContext; spansLeft: number; isOpen: boolean }

/** The maximum number of spans within one trace, so that an export of many rows cannot fill the queue. */
const MAX_SPANS = 300
/** The interval of the exports. */
const EXPORT_MS = 1_000
/** The time that a stopping host waits for the collector. */
const FLUSH_MS = 3_000
/** The range of the two random bytes that select the traces. */
const SAMPLES = 65_536
const KINDS = {
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  producer: SpanKind.PRODUCER,
  server: SpanKind.SERVER,
}
const NOTHING: EndSpan = () => {}

/**
 * Opens the export of traces to a collector over OTLP/HTTP. Spans wait in a bounded queue; the host drops further spans while the collector
 * does not respond.
 */
export function openTracing(
  { url, headers, serviceName, share }: TracingConfig,
  { log, random }: Pick<Context, 'log' | 'random'>,
): Tracing {
  const exporter = reportExports(new OTLPTraceExporter({ url, headers }), log)
  const provider = new TracerProvider({
    // The host selects the traces, before it creates a span.
    sampler: new AlwaysOnSampler(),
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': VERSION,
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_MS })],
  })
  const tracer = provider.getTracer('secure-payment-host', VERSION)
  const current = new AsyncLocalStorage<Work>()
  const isSampled = () => {
    const [high = 0, low = 0] = random(2)
    return high * 256 + low < share * SAMPLES
  }
  return {
    async trace({ traceparent, ...facts }, run) {
      const parent = parentOf(traceparent)
      // A caller can exclude its call from the traces. It cannot add its call, because anyone may call.
      if (parent === 'excluded' || !isSampled()) return run(() => {})
      const span = startSpan(tracer, facts, parent)
      const context = trace.setSpan(ROOT_CONTEXT, span)
      const work: Work = { context, spansLeft: MAX_SPANS, isOpen: true }
      try {
        return await current.run(work, () =>
          run((attributes, errorType) => {
            span.setAttributes(attributes)
            if (errorType !== undefined) fail(span, errorType)
          }),
        )
      } catch (error) {
        fail(span, typeOf(error))
        throw error
      } finally {
        work.isOpen = false
        span.end()
      }
    },
    begin(describe) {
      const work = current.getStore()
      if (work === undefined || !work.isOpen || work.spansLeft === 0) return NOTHING
      work.spansLeft -= 1
      const span = startSpan(tracer, describe(), work.context)
      return (error) => {
        if (error !== undefined) fail(span, typeOf(error))
        span.end()
      }
    },
    async [Symbol.asyncDispose]() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, FLUSH_MS)
      await Promise.race([provider.shutdown().catch(() => {}), promise])
      clearTimeout(timer)
    },
  }
}

function startSpan(
  tracer: Tracer,
  { name, kind, attributes }: SpanFacts,
  parent: SpanContext,
): Span {
  return tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, parent)
}

/** Returns the context of the caller's span; `excluded` if the caller does not record its trace. */
function parentOf(traceparent: string | undefined): SpanContext | 'excluded' {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
  if (parent === null) return ROOT_CONTEXT
  if ((parent.traceFlags & TraceFlags.SAMPLED) === 0) return 'excluded'
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}

function fail(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Returns only the name of an error's class, because its message may quote input. */
function typeOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : 'unknown'
}
