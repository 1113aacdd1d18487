import { Resolver } from 'node:dns/promises'
import type { Context } from '../context.ts'
import { openSafeFetch, type SafeAnswer } from '../outgoing/safeFetch.ts'
import { dnsNameOf, dnsValueOf, fileUrlOf } from './proofPlaces.ts'

/** Reads a name's TXT records, like `dns.resolveTxt`. */
export type ResolveTxt = (name: string) => Promise<string[][]>

/**
 * The result of a search for a proof. `absent`: neither place has the proof. `unreachable`: at least one of the places could not
 * be read, so the result is unknown.
 */
export type ProofStatus = 'found' | 'absent' | 'unreachable'

const DNS_TIMEOUT_MS = 3_000
const FILE_DEADLINE_MS = 5_000
const MAX_RECORDS = 100

/**
 * Checks whether a domain publishes a merchant's proof, in a TXT record or in a file under `/.well-known/`. Each lookup has time and size
 * limits, follows no redirect, and reaches only public addresses, unless loopback is allowed.
 */
export async function findProof(
  context: Pick<Context, 'config' | 'resolveTxt'>,
  { domain, proof }: { domain: string; proof: string },
): Promise<ProofStatus> {
  const byName = await checkDns(context, { domain, proof })
  if (byName === 'found') return 'found'
  const byFile = await checkFile(context, { domain, proof })
  if (byFile === 'found') return 'found'
  return byName === 'absent' && byFile === 'absent' ? 'absent' : 'unreachable'
}

/** Queries the system's name servers. */
export function createResolveTxt(): ResolveTxt {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 })
  return (name) => resolver.resolveTxt(name)
}

async function checkDns(
  { resolveTxt }: Pick<Context, 'resolveTxt'>,
  { domain, proof }: { domain: string; proof: string },
): Promise<ProofStatus> {
  try {
    const records = await resolveTxt(dnsNameOf(domain))
    const wanted = dnsValueOf(proof)
    // The resolver returns a long record in parts.
    const isThere = records.slice(0, MAX_RECORDS).some((parts) => parts.join('').trim() === wanted)
    return isThere ? 'found' : 'absent'
  } catch (error) {
    return isNoRecord(error) ? 'absent' : 'unreachable'
  }
}

function isNoRecord(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME'
}

async function checkFile(
  { config }: Pick<Context, 'config'>,
  { domain, proof }: { domain: string; proof: string },
): Promise<ProofStatus> {
  await using safeFetch = openSafeFetch({ allowLoopback: config.allowPrivateWebhooks })
  try {
    const answer = await safeFetch.get({ url: fileUrlOf(domain), deadlineMs: FILE_DEADLINE_MS })
    if (answer.status >= 500 || answer.status === 429) return 'unreachable'
    return answer.status === 200 && namesProof(answer, proof) ? 'found' : 'absent'
  } catch (error) {
    return isNoRecord(error) ? 'absent' : 'unreachable'
  }
}

/** `{"verification": ["…"]}`: a domain may belong to several merchants. */
function namesProof({ body }: SafeAnswer, proof: string): boolean {
  try {
    const file: unknown = JSON.parse(body)
    if (typeof file !== 'object' || file === null || !('verification' in file)) return false
    return Array.isArray(file.verification) && file.verification.includes(proof)
  } catch {
    return false
  }
}
