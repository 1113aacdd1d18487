import type { Node } from './mutateSource.ts'

/** Source text that replaces a node. An expression's variant appears inside `condition ? variant : original`. */
export type Variant = { change: string; text: string }

/**
 * Returns the mutations of one node: boundaries, comparisons, logic, arithmetic, literals, guard conditions, chained calls and calls whose
 * result is unused. Returns `skip` if the whole node stays unchanged: types, imports, logs.
 */
export function findVariants(
  node: Node,
  parents: readonly Node[],
  code: string,
): Variant[] | 'skip' {
  if (isSkipped(node, code)) return 'skip'
  const text = (part: unknown) => {
    const { start, end } = part as Node
    return code.slice(start, end)
  }
  if (node.type === 'ExpressionStatement') return removal(node, parents)
  const own = expressionVariants(node, parents, text)
  return isCondition(node, parents) ? conditionVariants(parents, own) : own
}

const SKIPPED = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ExportSpecifier'])
/** Type syntax around a value. */
const TYPED = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])
/** Calls that write a log: operators read its texts, so no test should depend on these texts. */
const LOG_CALL = /\blog\.(debug|info|warn|error)$/

function isSkipped(node: Node, code: string): boolean {
  if (SKIPPED.has(node.type)) return true
  if (node.type.startsWith('TS')) return !TYPED.has(node.type)
  if (node.type === 'ExpressionStatement') return isSkipped(node['expression'] as Node, code)
  if (node.type === 'AwaitExpression') return isSkipped(node['argument'] as Node, code)
  if (node.type !== 'CallExpression') return false
  const callee = node['callee'] as Node
  return LOG_CALL.test(code.slice(callee.start, callee.end))
}

/** Expressions whose statement a mutant can remove. */
const ACTIONS = new Set(['CallExpression', 'AssignmentExpression', 'UpdateExpression'])

function removal(node: Node, [parent]: readonly Node[]): Variant[] {
  let expression = node['expression'] as Node
  while (expression.type === 'AwaitExpression' || expression.type === 'ChainExpression') {
    expression = (expression['argument'] ?? expression['expression']) as Node
  }
  const isSuper = (expression['callee'] as Node | undefined)?.type === 'Super'
  const isBody = parent?.type !== 'ArrowFunctionExpression'
  return ACTIONS.has(expression.type) && !isSuper && isBody
    ? [{ change: 'statement removed', text: '' }]
    : []
}

const CONDITIONALS = new Set(['IfStatement', 'ConditionalExpression'])
const LOOPS = new Set(['WhileStatement', 'ForStatement'])

function isCondition(node: Node, [parent]: readonly Node[]): boolean {
  return (
    parent !== undefined &&
    parent['test'] === node &&
    (CONDITIONALS.has(parent.type) || LOOPS.has(parent.type))
  )
}

/** Returns the variants of a condition without its negation, which would reveal no more than the variants `true` and `false`. */
function conditionVariants([parent]: readonly Node[], own: Variant[]): Variant[] {
  const kept = own.filter(({ change }) => change !== 'negated')
  const never = { change: 'condition', text: 'false' }
  const always = { change: 'condition', text: 'true' }
  // Loops have no variant `true`: an endless loop does not prove that a test fails.
  return parent !== undefined && CONDITIONALS.has(parent.type)
    ? [...kept, always, never]
    : [...kept, never]
}

const BOUNDARY = new Map(Object.entries({ '<': '<=', '<=': '<', '>': '>=', '>=': '>' }))
const NEGATED = new Map(
  Object.entries({
    '<': '>=',
    '<=': '>',
    '>': '<=',
    '>=': '<',
    '===': '!==',
    '!==': '===',
    '==': '!=',
    '!=': '==',
  }),
)
const ARITHMETIC = new Map(
  Object.entries({
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '**': '*',
    '&': '|',
    '|': '&',
    '^': '&',
    '<<': '>>',
    '>>': '<<',
    '>>>': '<<',
  }),
)
const LOGICAL = new Map(Object.entries({ '&&': '||', '||': '&&', '??': '&&' }))
const ASSIGNED = new Map(Object.entries({ '+=': '-=', '-=': '+=', '*=': '/=', '<<=': '>>=' }))

function expressionVariants(
  node: Node,
  parents: readonly Node[],
  text: (part: unknown) => string,
): Variant[] {
  const both = (operator: string) => `(${text(node['left'])} ${operator} ${text(node['right'])})`
  switch (node.type) {
    case 'BinaryExpression': {
      const operator = String(node['operator'])
      const variants: Variant[] = []
      const boundary = BOUNDARY.get(operator)
      if (boundary !== undefined) variants.push({ change: 'boundary', text: both(boundary) })
      const negated = NEGATED.get(operator)
      if (negated !== undefined) variants.push({ change: 'negated', text: both(negated) })
      const other = ARITHMETIC.get(operator)
      if (other !== undefined && !joinsText(node)) {
        variants.push({ change: 'arithmetic', text: both(other) })
      }
      return variants
    }
    case 'LogicalExpression': {
      const other = LOGICAL.get(String(node['operator']))
      // Mixed with `??`, the other operators need brackets.
      const swapped = `((${text(node['left'])}) ${other} (${text(node['right'])}))`
      return other === undefined ? [] : [{ change: 'logic', text: swapped }]
    }
    case 'AssignmentExpression': {
      const other = ASSIGNED.get(String(node['operator']))
      return other === undefined ? [] : [{ change: 'arithmetic', text: both(other) }]
    }
    case 'UnaryExpression':
      return ['!', '-'].includes(String(node['operator']))
        ? [{ change: 'negated', text: `(${text(node['argument'])})` }]
        : []
    case 'Literal':
      return literalVariants(node, parents, text)
    case 'TemplateLiteral':
      return parents[0]?.type === 'TaggedTemplateExpression' ? [] : [{ change: 'text', text: "''" }]
    case 'ArrayExpression': {
      const { length } = node['elements'] as unknown[]
      return length > 0 && !isColumn(node, parents) ? [{ change: 'empty list', text: '[]' }] : []
    }
    case 'CallExpression':
      return callVariants(node, parents, text)
    default:
      return []
  }
}

/** Returns whether a node joins strings: `-` between strings has no meaning. */
function joinsText(node: Node): boolean {
  return [node['left'], node['right']].some((side) => {
    const { type, value } = side as Node & { value?: unknown }
    return (
      type === 'TemplateLiteral' ||
      (type === 'Literal' && typeof value === 'string') ||
      (type === 'BinaryExpression' && joinsText(side as Node))
    )
  })
}

/** A wrong column or table breaks the statement in any test, so such mutants would inflate the score. */
const COLUMNS =
  /^(selectFrom|select|selectAll|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|onRef|as|returning|orderBy|groupBy|columns?|ref|doUpdateSet|whereRef|with|case|sum|max|min|count|countAll|fn|coalesce)$/
/** `where(column, operator, value)`: only the value counts. */
const COMPARISON = /^(where|having|on|when|eb)$/

function isColumn(node: Node, [parent, grandparent]: readonly Node[]): boolean {
  if (parent?.type === 'ArrayExpression') return isColumn(parent, [grandparent].filter(isPresent))
  if (parent?.type !== 'CallExpression') return false
  const name = methodOf(parent)
  const place = (parent['arguments'] as unknown[]).indexOf(node)
  const isValue = place === 2 || node.type === 'ArrayExpression'
  return COLUMNS.test(name) || (COMPARISON.test(name) && !isValue)
}

function isPresent<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}

function literalVariants(
  node: Node,
  parents: readonly Node[],
  text: (part: unknown) => string,
): Variant[] {
  const { value } = node as unknown as { value: unknown }
  if (typeof value === 'boolean') return [{ change: 'negated', text: String(!value) }]
  if (typeof value === 'number' || typeof value === 'bigint') {
    const one = typeof value === 'bigint' ? '1n' : '1'
    return [{ change: 'off by one', text: `(${text(node)} + ${one})` }]
  }
  if (typeof value !== 'string' || parents[0]?.type === 'ImportExpression') return []
  if (isColumn(node, parents)) return []
  return [{ change: 'text', text: value === '' ? "'mutated'" : "''" }]
}

const SWAPPED = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    min: 'max',
    max: 'min',
    padStart: 'padEnd',
    padEnd: 'padStart',
  }),
)
/** Calls that restrict, order or normalise: a chain of calls still works without them. */
const DROPPED =
  /^(filter|where|whereRef|limit|orderBy|forUpdate|skipLocked|onConflict|trim|toLowerCase|toUpperCase|sort|toSorted|reverse|toReversed|slice|distinct)$/

function callVariants(
  node: Node,
  parents: readonly Node[],
  text: (part: unknown) => string,
): Variant[] {
  const callee = node['callee'] as Node
  if (callee.type !== 'MemberExpression' || isInOptionalChain(parents)) return []
  const name = methodOf(node)
  const object = text(callee['object'])
  const swapped = SWAPPED.get(name)
  const [first] = node['arguments'] as Node[]
  const last = (node['arguments'] as Node[]).at(-1)
  if (swapped !== undefined && !(name.startsWith('m') && object !== 'Math')) {
    const list = first && last ? text({ start: first.start, end: last.end }) : ''
    return [{ change: 'call swapped', text: `${object}.${swapped}(${list})` }]
  }
  return DROPPED.test(name) ? [{ change: 'call dropped', text: object }] : []
}

/** Returns whether a node is inside an optional chain, which a bracket would end early. */
function isInOptionalChain(parents: readonly Node[]): boolean {
  for (const { type } of parents) {
    if (type === 'ChainExpression') return true
    if (type !== 'MemberExpression' && type !== 'CallExpression') return false
  }
  return false
}

function methodOf(call: Node): string {
  const callee = call['callee'] as Node
  const name = callee.type === 'MemberExpression' ? (callee['property'] as Node) : callee
  return String(name['name'] ?? '')
}
