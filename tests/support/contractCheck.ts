import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Answer } from './callApi.ts'

type Schema = Record<string, unknown>
type Response = {
  $ref?: string
  content?: Record<string, { schema: Schema }>
  /** The operation that describes this response as CSV. */
  'x-csv-operation'?: string
}
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { responses: Record<string, Response> }
}

/** Throws an Error that describes how a response differs from the document. */
export type ContractCheck = (method: string, path: string, answer: Answer) => void

/**
 * Compares responses with an OpenAPI document: the status and the media type must be listed, and the body must match its schema. If no
 * media type is listed, there must be no body. Paths outside the document pass.
 *
 * @throws Error describing the difference
 */
export function createContractCheck(document: Document): ContractCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // The package is CommonJS, and its type does not show that Node imports the function itself as the default export.
  const register = addFormats as unknown as (ajv: Ajv2020) => void
  register(ajv)
  ajv.addSchema({ $id: 'https://openapi.test/', ...document })
  const paths = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return (method, path, answer) => {
    const pathname = path.split('?', 1)[0] ?? ''
    // A literal path precedes a path with a parameter in the same place.
    const found =
      paths.find(({ path: literal }) => literal === pathname) ??
      paths.find(({ pattern }) => pattern.test(pathname))
    const operation = found && document.paths[found.path]?.[method.toLowerCase()]
    if (found === undefined || operation === undefined) return
    const name = `${method} ${found.path} ${answer.status}`
    const listed = operation.responses[String(answer.status)]
    if (listed === undefined) throw new Error(`${name} is not in the document: ${answer.text}`)
    const pointer =
      listed.$ref ??
      `#/paths/${escapePointer(found.path)}/${method.toLowerCase()}/responses/${answer.status}`
    const response =
      listed.$ref === undefined
        ? listed
        : (document.components.responses[listed.$ref.split('/').at(-1) ?? ''] ?? {})
    const listedTypes = Object.keys(response.content ?? {})
    if (listedTypes.length === 0) {
      if (answer.text === '') return
      throw new Error(`${name} has a body: ${answer.text}`)
    }
    const contentType = answer.headers['content-type'] ?? 'none'
    // Another operation describes the CSV, which has no schema beyond text.
    const isCsv = response['x-csv-operation'] !== undefined && contentType.startsWith('text/csv')
    if (isCsv) return
    const mediaType = listedTypes.find((type) => contentType.startsWith(type))
    if (mediaType === undefined) {
      throw new Error(`${name} has media type ${contentType}, not ${listedTypes.join(' or ')}`)
    }
    const validate = ajv.getSchema(
      `https://openapi.test/${pointer}/content/${escapePointer(mediaType)}/schema`,
    )
    if (validate === undefined) throw new Error(`${name} has no schema`)
    if (!validate(mediaType.endsWith('json') ? answer.json : answer.text)) {
      throw new Error(
        `${name} breaks its schema: ${ajv.errorsText(validate.errors)}\n${answer.text}`,
      )
    }
  }
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}
