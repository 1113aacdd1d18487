/** Finds the table that a statement writes; `for update` and `do update` are parts of other statements. */
const WRITE = /(?<!\b(?:for|key|do) )\b(insert into|update|delete from)\s+"?(\w+)/i
const READ = /\bfrom\s+"?(\w+)/i
const FIRST_WORD = /^\s*(\w+)/

/**
 * Returns the name of a statement: its action and its first table, such as `select payments`, or its first word, such as `commit`. The name
 * contains none of its values.
 */
export function nameStatement(sql: string): string {
  const [, action, written] = WRITE.exec(sql) ?? []
  if (action !== undefined) return `${action.split(/\s/, 1)[0]?.toLowerCase()} ${written}`
  const [, read] = READ.exec(sql) ?? []
  if (read !== undefined) return `select ${read}`
  return FIRST_WORD.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
}
