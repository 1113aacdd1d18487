import { describeBlocked } from './describeBlocked.ts'
import { describeLink } from './describeLink.ts'
import { describeRefusal } from './describeRefusal.ts'
import { standing } from './standing.ts'

/**
 * Reads responses that few payers get, in one chunk: a payment that may be covered or is blocked, a reusable link, and a page that the
 * service rejects.
 */
export const rareAnswers = { standing, describeBlocked, describeLink, describeRefusal }
