import { type Kysely, sql } from 'kysely'

/** Lets intents be followed across a bridge, and payments tell where their money came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendIntents(db)
  await extendPayments(db)
}

async function extendIntents(db: Kysely<unknown>): Promise<void> {
  const texts = [
    'request_id',
    'status',
    'source_network',
    'source_token',
    'tool',
    'next_check_at',
    'give_up_at',
    'sender',
    'substatus',
    'explorer_url',
    'settled_tx_hash',
    'note',
    'updated_at',
  ] as const
  for (const name of texts) {
    await db.schema.alterTable('intents').addColumn(name, 'text').execute()
  }
  // What is still to be followed is little among all that ever was.
  await db.schema
    .createIndex('intents_due')
    .on('intents')
    .columns(['next_check_at', 'id'])
    .where('next_check_at', 'is not', null)
    .execute()
  await db.schema
    .createIndex('intents_request')
    .on('intents')
    .columns(['request_id', 'id'])
    .where('request_id', 'is not', null)
    .execute()
}

async function extendPayments(db: Kysely<unknown>): Promise<void> {
  for (const name of ['source_network', 'source_tx_hash', 'source_currency', 'note'] as const) {
    await db.schema.alterTable('payments').addColumn(name, 'text').execute()
  }
  await db.schema
    .alterTable('payments')
    .addColumn('detection_source', 'text', (c) => c.notNull().defaultTo(sql.lit('request-network')))
    .execute()
  await db.schema
    .createIndex('payments_source')
    .on('payments')
    .column('source_tx_hash')
    .where('source_tx_hash', 'is not', null)
    .execute()
}
