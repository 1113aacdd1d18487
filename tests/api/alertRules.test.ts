import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { openRegistry } from '../../host/src/metrics/openRegistry.ts'

const ROOT = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string } }
const rules: Rule[] = parse(read('host/monitoring/alerts.yml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
)
/** The names of every metric of a host, without the suffixes of histograms. */
const metrics = new Set(
  [...(await openRegistry([]).render()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
)

/** Returns the names in an expression that begin like the host's metrics or those of its Node process. */
function metricsIn(expression: string): string[] {
  const names = expression.match(/\b(?:secure_payment|nodejs|process)_\w+/g) ?? []
  return names.map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
}

it('every alert uses only metrics that a host serves', () => {
  expect(rules.length).toBeGreaterThanOrEqual(20)
  for (const { alert, expr } of rules) {
    const used = metricsIn(expr)
    if (alert !== 'HostDown') expect(used, alert).not.toEqual([])
    for (const name of used) expect([...metrics], alert).toContain(name)
  }
})

it('every alert has a section in the guide, which its runbook links', () => {
  const sections = [...read('docs/guides/alerts.md').matchAll(/^## (\w+)$/gm)].map(
    ([, name]) => name,
  )
  expect(sections).toEqual(rules.map(({ alert }) => alert))
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`/guides/alerts#${alert.toLowerCase()}`)
    expect(annotations.summary, alert).toMatch(/\.$/)
  }
})

it('every panel of the dashboard uses only metrics that a host serves', () => {
  type Panel = { title: string; targets?: { expr: string }[] }
  const panels: Panel[] = JSON.parse(read('host/monitoring/dashboard.json')).panels
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(expressions.length).toBeGreaterThanOrEqual(12)
  for (const expression of expressions) {
    const used = metricsIn(expression)
    expect(used, expression).not.toEqual([])
    for (const name of used) expect([...metrics], expression).toContain(name)
  }
})

it('the guide to monitoring lists every metric of the host', () => {
  const guide = read('docs/guides/monitoring.md')
  const own = [...metrics].flatMap((name) => name?.match(/^secure_payment_(\w+)$/)?.[1] ?? [])
  expect(own.length).toBeGreaterThanOrEqual(20)
  for (const name of own) expect(guide).toContain(`\`${name}\``)
})
