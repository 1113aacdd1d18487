import { maskAddress, plainText } from '@secure-payment/widget/design'
import type { ApprovalRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

/** The names of members and API keys, by their ids. */
export type ApprovalNames = {
  readonly members: ReadonlyMap<string, string>
  readonly keys: ReadonlyMap<string, string>
  /** The id of the signed-in member; null if the member was just removed. */
  readonly ownId: string | null
}

type Context = Pick<SignedInContext, 'client' | 'session'>

/** Reads the names of the members and API keys that requested or decided approvals. */
export async function readApprovalNames(
  { client, session }: Context,
  approvals: readonly ApprovalRecord[],
  signal?: AbortSignal,
): Promise<ApprovalNames> {
  const options = signal ? { signal } : {}
  const hasKeys = approvals.some(({ requestedBy }) => requestedBy.apiKeyId !== null)
  const [members, keys] = await Promise.all([
    client.members.list({}, options),
    hasKeys ? client.apiKeys.list({}, options) : [],
  ])
  const own = members.find(({ address, email }) =>
    session.kind === 'wallet' ? session.address === address : session.email === email,
  )
  return {
    members: new Map(members.map(({ id, email }) => [id, email ?? maskAddress(id)])),
    keys: new Map(keys.map(({ id, label }) => [id, plainText(label)])),
    ownId: own?.id ?? null,
  }
}

/** Names a member. */
export function nameMember(
  id: string,
  { members, ownId }: ApprovalNames,
  { approvals }: SignedInContext['text'],
): string {
  if (id === ownId) return approvals.you
  return members.get(id) ?? approvals.formerMember
}

/** Returns the name of an approval's requester: the operator, or a member, with the API key if one was used. */
export function nameRequester(
  { requestedBy }: Pick<ApprovalRecord, 'requestedBy'>,
  names: ApprovalNames,
  text: SignedInContext['text'],
): string {
  const { memberId, apiKeyId } = requestedBy
  const { approvals } = text
  if (memberId === null) return approvals.operator
  const member = nameMember(memberId, names, text)
  if (apiKeyId === null) return member
  const key = names.keys.get(apiKeyId)
  return key === undefined ? approvals.withFormerKey(member) : approvals.withKey(member, key)
}
