import { expect, it } from 'vitest'
import { nameStatement } from './nameStatement.ts'

it.each([
  ['select "id" from "payments" where "id" = $1 for update', 'select payments'],
  ['select 1 from requests for no key update skip locked', 'select requests'],
  [
    'insert into "leases" ("name") values (?) on conflict do update set "name" = ?',
    'insert leases',
  ],
  ['with part_0 as (insert into requests (id) select id from x) insert into y', 'insert requests'],
  [
    'with tried (id) as (values (1)) update webhook_deliveries set status = 1',
    'update webhook_deliveries',
  ],
  ['delete from "sessions" where "id" in (select id from old)', 'delete sessions'],
  ['begin immediate', 'begin'],
  ['', 'statement'],
])('the name of %j is %j', (sql, name) => {
  expect(nameStatement(sql)).toBe(name)
})
