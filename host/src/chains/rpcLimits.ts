import type { RpcCallError } from './errors.ts'

/**
 * Returns whether a node rejected a log query for its width, or for the size of its response. There is no standard code; these are the
 * messages of geth, erigon, nethermind, Alchemy, Infura, QuickNode, Ankr, Chainstack, BSC and Polygon nodes.
 */
export function isRangeRefusal(error: RpcCallError): boolean {
  return RANGE_WORDINGS.test(error.rpcMessage)
}

/** Returns whether a node rejected a call because of the caller's rate or quota (EIP-1474's code -32005, or one of the usual messages). */
export function isRateLimit(error: RpcCallError): boolean {
  if (isRangeRefusal(error)) return false
  return error.rpcCode === LIMIT_EXCEEDED || RATE_WORDINGS.test(error.rpcMessage)
}

/**
 * Returns whether a node rejected a block tag because it does not support it. A missing block for a supported tag (geth:
 * "finalized block not found") is a different error. The messages are those of geth before the merge, of its forks, and of nodes that parse
 * tags strictly.
 */
export function isUnknownTag(error: RpcCallError): boolean {
  if (/not found/i.test(error.rpcMessage)) return false
  return error.rpcCode === INVALID_PARAMS || TAG_WORDINGS.test(error.rpcMessage)
}

const INVALID_PARAMS = -32602
const TAG_WORDINGS =
  /(unknown|invalid|unsupported) (block )?tag|invalid block number|invalid argument|without 0x prefix|tag .*not supported/i
const LIMIT_EXCEEDED = -32005
const RANGE_WORDINGS =
  /more than \d+ (results|logs)|(block|blocks) range|range (is )?(too|limit|exceed)|too (many|wide|large)( \w+)? (results|logs|blocks|range)|exceed(s|ed)?( the)? (max(imum)?|limit|allowed)[\w ]* (block|range|results|logs)|log response size|response (size|is) (too|exceed)|query (timeout|returned more)|limited to( a)? \d+|up to a \d+ block|max(imum)? (allowed )?(block )?(range|results)/i
const RATE_WORDINGS =
  /rate.?limit|too many requests|request limit|capacity|compute units|quota|call rate/i
