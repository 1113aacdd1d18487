import { hash } from 'node:crypto'
import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Payments per statement. */
const BATCH = 1_000
/** A list of more payments than this is counted. */
const LONG_LIST = 1_000

/** The decimals of a currency: of its own units, and of a price that is converted. */
export type Decimals = { own: number; price: number }

/** Adds the customer's e-mail address to payments, and the lists that find payments by this address and by an amount. */
export async function up(
  db: Kysely<unknown>,
  decimalsOf: (currency: string) => Decimals | null,
): Promise<void> {
  await db.schema.alterTable('payments').addColumn('customer_email', 'text').execute()
  await indexAmounts(db, decimalsOf)
}

/** Adds all payments to the lists of their amounts and addresses. No payment may be on such a list yet. */
export async function indexAmounts(
  // biome-ignore lint/suspicious/noExplicitAny: a migration receives a database of any schema, as in kysely's own type.
  db: Kysely<any>,
  decimalsOf: (currency: string) => Decimals | null,
): Promise<void> {
  // A host gives up a statement after some seconds; these may take minutes.
  if (!isSqlite(db)) await sql`set local statement_timeout = 0`.execute(db)
  for (let after = ''; ; ) {
    const payments = await readBatch(db, after)
    await storeEmails(db, payments)
    await insertEntries(db, payments, decimalsOf)
    const last = payments.at(-1)
    if (last === undefined || payments.length < BATCH) break
    after = last.id
  }
  for (const list of await findLongLists(db)) await countList(db, list)
}

type Payment = {
  id: string
  tenant_id: string
  client_id: string | null
  type: string
  invoice_currency: string
  payment_currency: string
  block_time: string
  request_units: string
  credited_units: string
  customer_info: string | null
}

async function readBatch(db: Kysely<unknown>, after: string): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select payments.id, payments.tenant_id, payments.client_id, payments.type, payments.invoice_currency,
      payments.payment_currency, block_time, request_units, credited_units, customer_info
    from payments left join requests on requests.id = payments.request_id
    where payments.id > ${after} order by payments.id limit ${sql.lit(BATCH)}`.execute(db)
  return rows
}

async function storeEmails(db: Kysely<unknown>, payments: readonly Payment[]): Promise<void> {
  const named = payments.flatMap((payment) => {
    const email = emailOf(payment)
    return email === null ? [] : [{ id: payment.id, email }]
  })
  if (named.length === 0) return
  const rows = named.map(({ id, email }) => sql`(cast(${id} as text), cast(${email} as text))`)
  // The cast prevents SQLite from indexing the changes and scanning all payments.
  await sql`
    with changed (id, email) as (values ${sql.join(rows)})
    update payments set customer_email = changed.email
    from changed where payments.id = cast(changed.id as text)`.execute(db)
}

function emailOf({ customer_info }: Payment): string | null {
  if (customer_info === null) return null
  const { email } = JSON.parse(customer_info)
  return typeof email === 'string' ? email.toLowerCase() : null
}

type Entry = { list: string; group_id: string; block_time: string; payment_id: string }

async function insertEntries(
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  db: Kysely<any>,
  payments: readonly Payment[],
  decimalsOf: (currency: string) => Decimals | null,
): Promise<void> {
  const entries = payments.flatMap((payment): Entry[] => {
    const email = emailOf(payment)
    const lists = new Set(amountsOf(payment, decimalsOf).map((amount) => `a${amount}`))
    if (email !== null) lists.add(`e${email}`)
    const place = { group_id: groupId(payment), block_time: payment.block_time }
    return [...lists].map((list) => ({ list, ...place, payment_id: payment.id }))
  })
  for (let at = 0; at < entries.length; at += BATCH) {
    await db
      .insertInto('payment_entries')
      .values(entries.slice(at, at + BATCH))
      .execute()
  }
}

/** Returns the amount in the currency of the price, and for a converted payment the tokens that arrived. */
function amountsOf(
  { invoice_currency, payment_currency, request_units, credited_units }: Payment,
  decimalsOf: (currency: string) => Decimals | null,
): string[] {
  const paid = decimalsOf(payment_currency)
  const isSame = invoice_currency === payment_currency
  const invoiced = decimalsOf(invoice_currency)
  const price = invoiced === null ? [] : [format(request_units, invoiced[isSame ? 'own' : 'price'])]
  return isSame || paid === null ? price : [...price, format(credited_units, paid.own)]
}

/** Writes units as a decimal number without zeros at its end. */
function format(units: string, decimals: number): string {
  if (decimals === 0) return units
  const digits = units.padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (fraction === '' ? '' : `.${fraction}`)
}

/** Returns the first 96 bits of a digest of the facts that a group shares. */
function groupId(payment: Payment): string {
  const { tenant_id, client_id, type, invoice_currency, payment_currency } = payment
  const facts = [tenant_id, client_id ?? '', type, invoice_currency, payment_currency]
  return hash('sha256', JSON.stringify(facts), 'base64url').slice(0, 16)
}

async function findLongLists(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ list: string }>`
    select list from payment_entries where substr(list, 1, 1) in ('a', 'e')
    group by list having count(*) > ${sql.lit(LONG_LIST)}`.execute(db)
  return rows.map(({ list }) => list)
}

/** Counts a list by hour, day and month, for each group and for each tenant. */
async function countList(db: Kysely<unknown>, list: string): Promise<void> {
  await sql`insert into counted_lists (list) values (${list}) on conflict (list) do nothing`.execute(
    db,
  )
  await sql`
    insert into payment_counts (list, span, group_id, bucket, payment_count)
    select list, 'hour', group_id, substr(block_time, 1, 13), count(*)
    from payment_entries where list = ${list}
    group by list, group_id, substr(block_time, 1, 13)`.execute(db)
  await sumPeriods(db, list, { of: 'hour', to: 'day', length: 10 })
  await sumPeriods(db, list, { of: 'day', to: 'month', length: 7 })
  await sql`
    insert into payment_counts (list, span, group_id, bucket, payment_count)
    select list, span, tenant_id, bucket, sum(payment_count)
    from payment_counts join payment_groups on payment_groups.id = group_id
    where list = ${list} group by list, span, tenant_id, bucket`.execute(db)
}

async function sumPeriods(
  db: Kysely<unknown>,
  list: string,
  { of, to, length }: { of: string; to: string; length: number },
): Promise<void> {
  await sql`
    insert into payment_counts (list, span, group_id, bucket, payment_count)
    select list, ${sql.lit(to)}, group_id, substr(bucket, 1, ${sql.lit(length)}), sum(payment_count)
    from payment_counts where list = ${list} and span = ${sql.lit(of)}
    group by list, group_id, substr(bucket, 1, ${sql.lit(length)})`.execute(db)
}

function isSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}
