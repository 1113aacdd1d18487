import { z } from 'zod'
import { baseUrl, hidden, optional, setting, share, text } from './settingForms.ts'

/** Headers in the form of OpenTelemetry: `name=value` pairs, comma separated, with percent-encoded values. */
const headers = hidden<Record<string, string>>(
  'must list name=value pairs, comma separated, with percent-encoded values',
  (value) => {
    try {
      const entries = value.split(',').map((pair) => {
        const [, name, text] = /^\s*([\w-]+)=([\x21-\x7e]*)\s*$/.exec(pair) ?? []
        return name === undefined || text === undefined ? null : [name, decodeURIComponent(text)]
      })
      return entries.includes(null)
        ? undefined
        : Object.fromEntries(entries.filter((entry) => entry !== null))
    } catch {
      return undefined
    }
  },
)

/** The export of traces; the variables are those of OpenTelemetry. Both URLs are null if the host records no traces. */
export const tracingSettings = z.object({
  endpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', baseUrl).describe(
    'URL of an OpenTelemetry collector that receives traces over OTLP/HTTP at <url>/v1/traces, such as http://127.0.0.1:4318. Default: none, and no traces.',
  ),
  tracesEndpoint: optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', baseUrl).describe(
    'Complete URL that receives the traces, in place of OTEL_EXPORTER_OTLP_ENDPOINT.',
  ),
  headers: optional('OTEL_EXPORTER_OTLP_HEADERS', headers).describe(
    'Headers for the collector as name=value pairs, comma separated, such as its credential.',
  ),
  serviceName: setting('OTEL_SERVICE_NAME', 'secure-payment', text).describe(
    'Name of this service in traces.',
  ),
  share: setting('OTEL_TRACES_SAMPLER_ARG', '1', share).describe(
    'Share of calls, deliveries and relayed transactions that the host traces, from 0 to 1.',
  ),
})
