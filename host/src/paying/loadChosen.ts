import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { requireOption, selectOptions, withOption } from '../requests/requestOptions.ts'
import { loadPayable, type StoredPayable } from './loadPayable.ts'

/**
 * Loads the request with the terms of the option that the call names; by default, with its own terms.
 *
 * @throws RequestNotFoundError, InvalidInputError naming `option`
 */
export async function loadChosen(
  context: Pick<Context, 'db' | 'now'>,
  facts: { requestId: string; caller: Caller; option: string | undefined },
): Promise<StoredPayable> {
  const { option, ...named } = facts
  const request = await loadPayable(context, named)
  if (option === undefined) return request
  const others = await selectOptions(context.db, request.id)
  return requireOption([request, ...others.map((one) => withOption(request, one))], option)
}
