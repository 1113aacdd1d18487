import { describeBlocked } from './describeBlocked.ts'
import { describeLink } from './describeLink.ts'
import { standing } from './standing.ts'

/** Readings of responses that few payers get, in one chunk: a payment that may be covered or is blocked, and a reusable link. */
export const rareAnswers = { standing, describeBlocked, describeLink }
