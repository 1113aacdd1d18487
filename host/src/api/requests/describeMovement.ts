import type { Row } from '../../db/schema.ts'
import { conversionFields } from '../../settlement/conversionFields.ts'
import { formatSource } from '../../settlement/formatSource.ts'

/**
 * Describes a payment's networks and transactions, and the amount that left the payer's wallet for a bridge. Without a bridge, source and
 * destination are the same.
 */
export function describeMovement(row: Row<'payments'>) {
  return {
    sourceNetwork: row.source_network ?? row.network,
    destinationNetwork: row.network,
    sourceTxHash: row.source_tx_hash ?? row.tx_hash,
    destinationTxHash: row.tx_hash,
    ...describeSource(row),
  }
}

function describeSource({ source_network, source_currency, source_units }: Row<'payments'>) {
  const sent =
    source_network === null || source_currency === null || source_units === null
      ? null
      : formatSource(BigInt(source_units), { network: source_network, symbol: source_currency })
  return { sourceAmount: sent, sourceCurrency: source_currency }
}

/** Describes a payment's time and type, and its rates, which are null without a conversion. */
export function describeRates(row: Row<'payments'>) {
  const conversion = conversionFields({
    conversionRate: row.conversion_rate,
    rateSource: row.rate_source,
    creditedUnits: BigInt(row.credited_units),
    paymentCurrency: row.payment_currency,
  })
  return {
    timestamp: row.block_time,
    type: row.type,
    conversionRateSource: conversion?.conversionRateSource ?? null,
    conversionRateDestination: conversion?.conversionRateDestination ?? null,
    convertedAmountSource: conversion?.convertedAmountSource ?? null,
    convertedAmountDestination: conversion?.convertedAmountDestination ?? null,
  }
}
