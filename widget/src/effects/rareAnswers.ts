import { describeBlocked } from './describeBlocked.ts'
import { describeLink } from './describeLink.ts'
import { describeRefusal } from './describeRefusal.ts'
import { standing } from './standing.ts'

/**
 * Reads responses that few payers get, in one chunk. The responses are about payments that may be covered or are blocked, reusable links,
 * and pages that the service rejects.
 */
export const rareAnswers = { standing, describeBlocked, describeLink, describeRefusal }
