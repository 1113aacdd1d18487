import type { z } from 'zod'

/**
 * Defines one webhook event and returns it: its type, the schema of its body and an example that a test parses. The types of emitted
 * events, the documentation and the receivers' types derive from it.
 */
export function defineEvent<const T extends string, S extends z.ZodType<{ event: T }>>(
  type: T,
  schema: S,
  example: z.input<S>,
): EventDefinition<T, S> {
  return { type, schema, example }
}

/** One webhook event. */
export type EventDefinition<
  T extends string = string,
  S extends z.ZodType<{ event: T }> = z.ZodType<{ event: T }>,
> = {
  /** The value of the member `event`, such as `payment.confirmed`. */
  readonly type: T
  readonly schema: S
  readonly example: z.input<S>
}
