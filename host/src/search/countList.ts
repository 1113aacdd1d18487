import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/**
 * Counts an uncounted list by hour, day and month, for each group and for each tenant. From then on, every payment that is added to the
 * list is added to its counts.
 */
export async function countList(db: Kysely<Schema>, list: string): Promise<void> {
  await db
    .insertInto('counted_lists')
    .values({ list })
    .onConflict((conflict) => conflict.column('list').doNothing())
    .execute()
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
  db: Kysely<Schema>,
  list: string,
  { of, to, length }: { of: string; to: string; length: number },
): Promise<void> {
  await sql`
    insert into payment_counts (list, span, group_id, bucket, payment_count)
    select list, ${sql.lit(to)}, group_id, substr(bucket, 1, ${sql.lit(length)}), sum(payment_count)
    from payment_counts where list = ${list} and span = ${sql.lit(of)}
    group by list, group_id, substr(bucket, 1, ${sql.lit(length)})`.execute(db)
}
