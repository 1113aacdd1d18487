import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  agreementMachine,
  kycMachine,
  type Machine,
  offrampMachine,
  paymentDetailMachine,
} from './index.ts'

const GUIDE = new URL('../../../../docs/guides/crypto-to-fiat.md', import.meta.url)

const TABLES: readonly { heading: string; machine: Machine<string> }[] = [
  { heading: 'Identity check', machine: kycMachine },
  { heading: 'Agreement', machine: agreementMachine },
  { heading: 'Bank account', machine: paymentDetailMachine },
  { heading: 'Offramp', machine: offrampMachine },
]

/**
 * Maps each row of the table under a heading: from the state in the first cell to the states in the second cell.
 */
function readTable(guide: string, heading: string): [string, readonly string[]][] {
  const [, section = ''] = guide.split(`\n### ${heading}\n`)
  const [own = ''] = section.split('\n#')
  const lines = own.split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) => {
    const [, from = '', to = ''] = line.split('|')
    const [state = ''] = statesIn(from)
    return [state, statesIn(to)]
  })
}

function statesIn(cell: string): string[] {
  return [...cell.matchAll(/`([a-z_]+)`/g)].map(([, state = '']) => state)
}

it.each(TABLES)('the guide lists every transition of the machine of $machine.id', (table) => {
  const guide = readFileSync(GUIDE, 'utf8')
  expect(readTable(guide, table.heading)).toEqual(Object.entries(table.machine.moves))
})

it('the guide has no other state tables', () => {
  const [, states = ''] = readFileSync(GUIDE, 'utf8').split('\n## States\n')
  const [own = ''] = states.split('\n## ')
  const headings = [...own.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(TABLES.map(({ heading }) => heading))
})
