import { describeLink } from './describeLink.ts'
import { standing } from './standing.ts'

/** Readings of responses that few payers get, in one chunk: a payment that may be covered, and a reusable link. */
export const rareAnswers = { standing, describeLink }
